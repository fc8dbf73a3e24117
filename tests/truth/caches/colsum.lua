-- Sums of columns, a thread each: colsum of cache_kernels.cu
local cols = param("cols", 4096)
local threads = param("threads", 1024)
local rows = 1024
grid(cols // threads)
block(threads)
local a, out = global("a", float, rows * cols), global("out", float, cols)
function kernel()
  local c = blockIdx.x * blockDim.x + threadIdx.x
  if c >= cols then return end
  local s = 0
  for k = 0, rows - 1 do s = s + a[k * cols + c] end
  out[c] = s
end
