-- out[i] = in[i * s]
local s = param("s", 1)
local n = 1 << 18
grid(n // 256)
block(256)
local a, b = global("a", float, n * s), global("b", float, n)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  if i < n then b[i] = a[i * s] end
end
