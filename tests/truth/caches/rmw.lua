-- The same element updated four times: rmw of cache_kernels.cu
local n = param("n", 1 << 18)
local rounds = param("rounds", 4)
grid(n // 256)
block(256)
local a = global("a", float, n)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  for r = 1, rounds do a[i] = a[i] + 1 end
end
