-- 3-point stencil
local n = 1 << 18
grid(n // 256)
block(256)
local a, b = global("a", float, n), global("b", float, n)
function kernel()
  local i = threadIdx.x + blockIdx.x * blockDim.x + 1
  if i < n - 1 then b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3 end
end
