-- Nine neighbours by a mask in constant memory: conv1d of cache_kernels.cu
local n = param("n", 1 << 20)
grid(n // 256)
block(256)
local input, out = global("input", float, n), global("out", float, n)
local mask = constant("mask", float, 9)
mask:fill(function(i) return 1 + i end)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  local s = 0
  for k = 0, 8 do
    local j = i - 4 + k
    if j >= 0 and j < n then s = s + input[j] * mask[k] end
  end
  out[i] = s
end
