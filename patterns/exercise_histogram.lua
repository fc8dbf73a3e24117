-- rubric: exercise_histogram
title "Exercise: a histogram with bins of one's own"
about [[
Every value is counted by an atomic on the bins of the grid, where all blocks meet. Let each block
count in bins of its own in shared memory, and add these to the bins of the grid once, at the end.
What counts: no count is lost, nothing is read before it is there, one atomic on global memory for
each bin of a block. About 25 minutes.
Begin with:  warplens new mine --from exercise_histogram]]
lesson{ topic = "Exercises", order = 905, level = 3, minutes = 25 }

local n = param("n", 8192, { min = 4096, max = 65536, step = 4096, help = "values" })

local B <const> = 256                      -- threads of a block, and bins
local EACH <const> = 16                    -- values for each thread

grid(n // (B * EACH))
block(B)

local input = global("input", uchar, n):fill(function(i) return i % 5 end)
local bins  = global("bins", uint, 256)

function kernel()
  ::start::
  local from = blockIdx.x * B * EACH
  for k = 0, EACH - 1 do
    local value = input[from + k * B + threadIdx.x]
    atomicAdd(bins, value, 1)
  end
end

at("start", {
  title = "bins of one's own",
  notes = "Twenty-five minutes. Three phases: clear, count, add up. Between each two stands a " ..
    "barrier: ask what the report says without the first. Lesson histogram has the costs.",
})

expect("every value is counted once", function(r)
  local sum = 0
  for i = 0, 255 do sum = sum + r.arrays.bins[i] end
  equal(sum, n)
end)

expect("few atomics on global memory", function(r)
  at_most(r.global.reduce.requests, 8 * r.grid.x)
end)
