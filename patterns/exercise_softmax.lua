-- rubric: exercise_softmax
title "Exercise: softmax of rows"
about [[
Each thread computes the softmax of one row: e to the x of each element, divided by the sum of
these. Lanes stand a row apart, each element is loaded twice, and large x overflow. Let a warp
work on each row, with shuffles for the sum, and subtract the maximum of the row first. What
counts: the right values, also for large x; no wasted sector; each element is loaded once. About
40 minutes.
Begin with:  warplens new mine --from exercise_softmax]]
lesson{ topic = "Exercises", order = 909, level = 3, minutes = 40 }

local rows = param("rows", 64, { min = 32, max = 256, step = 32, help = "rows" })
local cols = param("cols", 64, { min = 32, max = 256, step = 32, help = "elements of a row" })

local B <const> = 32                       -- threads of a block, which has as many rows

grid(rows // B)
block(B)

local input  = global("input", float, rows, cols):fill(function(y, x) return (y + x) % 5 end)
local output = global("output", float, rows, cols)

function kernel()
  ::start::
  local y = blockIdx.x * B + threadIdx.x
  local sum = 0
  for x = 0, cols - 1 do
    sum = sum + expf(input[y][x])
  end
  for x = 0, cols - 1 do
    output[y][x] = expf(input[y][x]) / sum
  end
end

at("start", {
  title = "a warp for each row",
  notes = "Forty minutes. Both reductions end with the result in every lane: __shfl_xor_sync " ..
    "does it, __shfl_down_sync leaves it in lane 0. What a lane has loaded stays in a table of " ..
    "its own.",
})

expect("each row adds up to 1", function(r)
  for y = 0, rows - 1 do
    local sum = 0
    for x = 0, cols - 1 do sum = sum + r.arrays.output[y][x] end
    equal(sum, 1, 1e-5)
  end
end)

expect("no sector is wasted", function(r)
  equal(r.global.excess_sectors, 0)
end)
