-- out[i] = in[i + o]
local o = param("o", 0)
local n = 1 << 18
grid(n // 256)
block(256)
local a, b = global("a", float, n + 64), global("b", float, n)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  if i < n then b[i] = a[i + o] end
end
