-- rubric: exercise_column
title "Exercise: copy columns of a matrix, coalesced"
about [[
The kernel copies 32 columns of a matrix, beginning with the column first, into an array of
their own. The values are right, but each load and each store of a warp moves 32 sectors where 4
would do. Let the lanes of a warp touch neighbours. What counts: the right values, no wasted
sector, full warps. About 15 minutes.
Begin with:  warplens new mine --from exercise_column]]
lesson{ topic = "Exercises", order = 901, level = 3, minutes = 15 }

local n = param("n", 128, { min = 32, max = 1024, step = 32, help = "rows of the matrix" })
local first = param("first", 32, { min = 0, max = 96, step = 8, help = "the first column" })

local W <const> = 32                       -- columns to copy
local B <const> = 32                       -- threads of a block, which copies as many rows

grid(n // B)
block(B)

local input  = global("input", float, n, 128):fill(function(y, x) return y * 128 + x end)
local output = global("output", float, n, W)

function kernel()
  ::start::
  local y = blockIdx.x * B + threadIdx.x   -- each thread copies a row
  for x = 0, W - 1 do
    output[y][x] = input[y][first + x]
  end
end

at("start", {
  title = "side by side",
  notes = "Fifteen minutes. Ask first which elements lanes 0 and 1 load in one request. Who is " ..
    "done tries first=33 and says why 4 sectors no longer do.",
})

expect("the columns arrive", function(r)
  same(r.arrays.output, function(y, x) return y * 128 + first + x end)
end)

expect("no sector is wasted", function(r)
  equal(r.global.excess_sectors, 0)
end)
