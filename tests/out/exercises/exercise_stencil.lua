-- The model solution of exercise_stencil: all threads load the tile and its halo, place by place.
local n = param("n", 64, { min = 32, max = 512, step = 32 })
local W <const>, H <const> = 32, 8
local WIDE <const>, HIGH <const> = W + 2, H + 2

grid(n // W, n // H)
block(W, H)

local input  = global("input", float, n, n)
local output = global("output", float, n, n)
local tile   = shared("tile", float, HIGH, WIDE)

function kernel()
  local tx, ty = threadIdx.x, threadIdx.y
  for place = ty * W + tx, WIDE * HIGH - 1, W * H do
    local row, column = place // WIDE, place % WIDE
    local y, x = blockIdx.y * H + row - 1, blockIdx.x * W + column - 1
    local inside = x >= 0 and x < n and y >= 0 and y < n
    tile[row][column] = inside and input[y][x] or 0
  end
  __syncthreads()
  local sum = 0
  for dy = 0, 2 do
    for dx = 0, 2 do
      sum = sum + tile[ty + dy][tx + dx]
    end
  end
  output[blockIdx.y * H + ty][blockIdx.x * W + tx] = sum
end
