-- The model solution of exercise_column: lanes are columns.
local n = param("n", 128, { min = 32, max = 1024, step = 32 })
local first = param("first", 32, { min = 0, max = 96, step = 8 })
local W <const>, B <const> = 32, 32

grid(n // B)
block(B)

local input  = global("input", float, n, 128)
local output = global("output", float, n, W)

function kernel()
  local x = threadIdx.x
  for k = 0, B - 1 do
    local y = blockIdx.x * B + k
    output[y][x] = input[y][first + x]
  end
end
