-- rubric: exercise_transpose
title "Exercise: transpose without bank conflicts"
about [[
The tile in shared memory is written along its rows and read down a column, where all 32 lanes
want the same bank. Remove the bank conflicts. What counts: the output stays right, loads and
stores stay coalesced, and the tile has no bank conflict. About 15 minutes.
Begin with:  warplens new mine --from exercise_transpose]]
lesson{ topic = "Exercises", order = 906, level = 3, minutes = 15 }

local n = param("n", 256, { min = 32, max = 1024, step = 32, help = "rows and columns" })

local T <const> = 32                       -- a block moves a tile of 32 x 32
local ROWS <const> = 8                     -- with 8 rows of threads

grid(n // T, n // T)
block(T, ROWS)

local input  = global("input", float, n, n):fill(function(y, x) return y * n + x end)
local output = global("output", float, n, n)
local tile   = shared("tile", float, T, T)

function kernel()
  ::start::
  local x = blockIdx.x * T + threadIdx.x
  local y = blockIdx.y * T + threadIdx.y
  for j = 0, T - 1, ROWS do
    tile[threadIdx.y + j][threadIdx.x] = input[y + j][x]
  end
  __syncthreads()

  x = blockIdx.y * T + threadIdx.x         -- the tile's place in the output
  y = blockIdx.x * T + threadIdx.y
  ::column::
  for j = 0, T - 1, ROWS do
    output[y + j][x] = tile[threadIdx.x][threadIdx.y + j]
  end
end

at("start", {
  title = "make the column free",
  notes = "Fifteen minutes, alone or in pairs. Who is done swaps padding for a swizzle, which " ..
    "takes no memory. 'warplens suggest exercise_transpose' has both.",
})

at("column", {
  ask = { figure = "wavefronts", array = tile, choices = { 1, 2, 4, 8, 16, 32 },
    text = "How many wavefronts does it take to read a column?" },
})

expect("rows become columns", function(r)
  same(r.arrays.output, function(y, x) return x * n + y end)
end)

expect("loads and stores are coalesced", function(r)
  equal(r.global.excess_sectors, 0)
end)

expect("no bank conflicts", function(r)
  equal(r.shared.excess_wavefronts, 0)
end)
