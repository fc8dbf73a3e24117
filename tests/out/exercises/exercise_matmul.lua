-- The model solution of exercise_matmul: tiles in shared memory.
local n = param("n", 64, { min = 16, max = 256, step = 16 })
local T <const> = 16

grid(n // T, n // T)
block(T, T)

local a  = global("a", float, n, n)
local b  = global("b", float, n, n)
local c  = global("c", float, n, n)
local ta = shared("ta", float, T, T)
local tb = shared("tb", float, T, T)

function kernel()
  local tx, ty = threadIdx.x, threadIdx.y
  local x = blockIdx.x * T + tx
  local y = blockIdx.y * T + ty
  local sum = 0
  for m = 0, n // T - 1 do
    ta[ty][tx] = a[y][m * T + tx]
    tb[ty][tx] = b[m * T + ty][x]
    __syncthreads()
    for k = 0, T - 1 do
      sum = sum + ta[ty][k] * tb[k][tx]
    end
    __syncthreads() -- before the next tile
  end
  c[y][x] = sum
end
