-- A matrix product without tiles: many requests, most of them loads of whole warps.
local n = param("n", 256, { min = 32, max = 1024, help = "rows and columns" })
grid(n // 32, n // 8)
block(32, 8)
local a, b, c = global("a", float, n, n), global("b", float, n, n), global("c", float, n, n)
function kernel()
  local x, y = blockIdx.x * 32 + threadIdx.x, blockIdx.y * 8 + threadIdx.y
  local s = 0
  for k = 0, n - 1 do s = s + a[y][k] * b[k][x] end
  c[y][x] = s
end
