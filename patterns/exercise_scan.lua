-- rubric: exercise_scan
title "Exercise: a scan of the block"
about [[
Each block stores the sums of its first 1, 2, 3 ... 256 numbers, which thread 0 computes alone.
Work in two steps: let all threads add in 8 rounds, each the number that is 1, 2, 4 ... 128 to the
left; then use shuffles, so that shared memory holds one sum for each warp. What counts: the right
sums, and each step. The second has the points of both. About 35 minutes.
Begin with:  warplens new mine --from exercise_scan]]
lesson{ topic = "Exercises", order = 907, level = 3, minutes = 35 }

local n = param("n", 1024, { min = 256, max = 16384, step = 256, help = "numbers" })

local B <const> = 256                      -- threads of a block, and its numbers

grid(n // B)
block(B)

local input  = global("input", int, n):fill(function(i) return i % 10 end)
local output = global("output", int, n)
local part   = shared("part", int, B)

function kernel()
  local t = threadIdx.x
  local i = blockIdx.x * B + t
  part[t] = input[i]
  __syncthreads()

  ::start::
  if t == 0 then
    for k = 1, B - 1 do
      part[k] = part[k - 1] + part[k]
    end
  end
  __syncthreads()

  output[i] = part[t]
end

at("start", {
  title = "all threads add",
  notes = "Thirty-five minutes. The usual slip is a race: a thread reads what its neighbour has " ..
    "overwritten in the same round. Ask for two ways out: two barriers, or two arrays.",
})

expect("the sums are right", function(r)
  same(r.arrays.output, function(i)
    local sum = 0
    for k = i // B * B, i do sum = sum + k % 10 end
    return sum
  end)
end)

expect("all threads add", function(r)
  at_most(r.shared.requests, 216 * r.grid.x)
end)
