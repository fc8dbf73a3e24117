-- c = a + b: vadd of cache_kernels.cu
local n = param("n", 1 << 20)
grid(n // 256)
block(256)
local a, b, c = global("a", float, n), global("b", float, n), global("c", float, n)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  if i < n then c[i] = a[i] + b[i] end
end
