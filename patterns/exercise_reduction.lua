-- rubric: exercise_reduction
title "Exercise: a reduction, in three steps"
about [[
Each block adds up 256 numbers of the input and stores one sum. The sums are right, but slow. Work
in three steps: let full warps add, not every second thread; then avoid bank conflicts; then use
shuffles, so that shared memory holds one number for each warp. What counts: each step, and the
right sums throughout. The last step has the points of the first two. About 35 minutes.
Begin with:  warplens new mine --from exercise_reduction]]
lesson{ topic = "Exercises", order = 903, level = 3, minutes = 35 }

local n = param("n", 1024, { min = 256, max = 65536, step = 256, help = "numbers" })

local B <const> = 256                      -- threads of a block, which adds up as many numbers

grid(n // B)
block(B)

local input = global("input", int, n):fill(function(i) return i % 10 end)
local sums  = global("sums", int, n // B)
local part  = shared("part", int, B)

function kernel()
  local t = threadIdx.x
  part[t] = input[blockIdx.x * B + t]
  __syncthreads()

  ::start::
  local distance = 1
  while distance < B do
    if t % (2 * distance) == 0 then
      part[t] = part[t] + part[t + distance]
    end
    __syncthreads()
    distance = 2 * distance
  end

  if t == 0 then sums[blockIdx.x] = part[0] end
end

at("start", {
  title = "three steps",
  notes = "Thirty-five minutes. After each step compare with diff: requests fall first, then " ..
    "wavefronts, then both. Who is done tries __reduce_add_sync, which cc 8.0 has.",
})

expect("each block has its sum", function(r)
  same(r.arrays.sums, function(b)
    local sum = 0
    for i = b * B, b * B + B - 1 do sum = sum + i % 10 end
    return sum
  end)
end)

expect("full warps read shared memory", function(r)
  at_most(r.shared.load.requests, 30 * r.grid.x)
end)
