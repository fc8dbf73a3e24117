local n = 128
grid(n // 16, n // 16)
block(16, 16)
local a, b, c = global("a", float, n, n), global("b", float, n, n), global("c", float, n, n)
local p, q = shared("p", float, 16, 16), shared("q", float, 16, 16)
function kernel()
  local tx, ty = threadIdx.x, threadIdx.y
  local x, y = blockIdx.x * 16 + tx, blockIdx.y * 16 + ty
  local s = 0
  for m = 0, n // 16 - 1 do
    p[ty][tx] = a[y][m * 16 + tx]
    q[ty][tx] = b[m * 16 + ty][x]
    __syncthreads()
    for k = 0, 15 do s = s + p[ty][k] * q[k][tx] end
    __syncthreads()
  end
  c[y][x] = s
end
