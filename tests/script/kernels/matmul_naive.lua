local n = 128
grid(n // 16, n // 16)
block(16, 16)
local a, b, c = global("a", float, n, n), global("b", float, n, n), global("c", float, n, n)
function kernel()
  local x, y = blockIdx.x * 16 + threadIdx.x, blockIdx.y * 16 + threadIdx.y
  local s = 0
  for k = 0, n - 1 do s = s + a[y][k] * b[k][x] end
  c[y][x] = s
end
