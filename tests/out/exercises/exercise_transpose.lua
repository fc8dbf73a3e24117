-- The model solution of exercise_transpose: a column of padding.
local n = param("n", 256, { min = 32, max = 1024, step = 32 })
local T <const>, ROWS <const> = 32, 8

grid(n // T, n // T)
block(T, ROWS)

local input  = global("input", float, n, n)
local output = global("output", float, n, n)
local tile   = shared("tile", float, T, T + 1)

function kernel()
  local x = blockIdx.x * T + threadIdx.x
  local y = blockIdx.y * T + threadIdx.y
  for j = 0, T - 1, ROWS do
    tile[threadIdx.y + j][threadIdx.x] = input[y + j][x]
  end
  __syncthreads()
  x = blockIdx.y * T + threadIdx.x
  y = blockIdx.x * T + threadIdx.y
  for j = 0, T - 1, ROWS do
    output[y + j][x] = tile[threadIdx.x][threadIdx.y + j]
  end
end
