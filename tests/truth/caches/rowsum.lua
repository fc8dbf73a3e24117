-- Sums of rows, a thread each: rowsum of cache_kernels.cu
local rows = param("rows", 1024)
local threads = param("threads", 64)
local cols = 1024
grid(rows // threads)
block(threads)
local a, out = global("a", float, rows * cols), global("out", float, rows)
function kernel()
  local r = blockIdx.x * blockDim.x + threadIdx.x
  if r >= rows then return end
  local s = 0
  for k = 0, cols - 1 do s = s + a[r * cols + k] end
  out[r] = s
end
