local n = 1 << 16
grid(n // 256)
block(256)
local a, b = global("a", float, 4 * n), global("b", float, 4 * n)
local a4, b4 = as(float4, a), as(float4, b)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  if i < n then b4[i] = a4[i] end
end
