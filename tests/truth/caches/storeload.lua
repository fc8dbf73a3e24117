-- What a thread has stored is loaded again: storeload of cache_kernels.cu
local n = param("n", 1 << 18)
grid(n // 256)
block(256)
local a, b, c = global("a", float, n), global("b", float, n), global("c", float, n)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  if i < n then
    b[i] = a[i]
    c[i] = b[i] * 2
  end
end
