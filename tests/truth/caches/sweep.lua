-- The grid reads an array twice: sweep of cache_kernels.cu
local mib = param("mib", 32)
local rounds = param("rounds", 2)
local n = mib << 18
grid(528)
block(256)
local a, out = global("a", float, n), global("out", float, 528 * 256)
function kernel()
  local i, s = blockIdx.x * blockDim.x + threadIdx.x, 0
  for r = 1, rounds do
    for k = i, n - 1, gridDim.x * blockDim.x do s = s + a[k] end
  end
  out[i] = s
end
