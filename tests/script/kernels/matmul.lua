-- A tiled product of small matrices of whole numbers
local n, T = 32, 16
grid(n // T, n // T)
block(T, T)
local a = global("a", int, n, n):fill(function(y, x) return (y * 3 + x) % 11 end)
local b = global("b", int, n, n):fill(function(y, x) return (y + x * 5) % 7 end)
local out = global("out", int, n, n)
local p, q = shared("p", int, T, T), shared("q", int, T, T)
function kernel()
  local tx, ty = threadIdx.x, threadIdx.y
  local x, y = blockIdx.x * T + tx, blockIdx.y * T + ty
  local s = 0
  for m = 0, n // T - 1 do
    p[ty][tx] = a[y][m * T + tx]
    q[ty][tx] = b[m * T + ty][x]
    __syncthreads()
    for k = 0, T - 1 do s = s + p[ty][k] * q[k][tx] end
    __syncthreads()
  end
  out[y][x] = s
end
