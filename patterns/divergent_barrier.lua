title "A barrier that some threads miss"
about [[
Threads add up values in shared memory: this step makes 32 sums of 64 values. The barrier
after it is for all threads of the block. If it stands inside the if, only the threads
that add reach it.]]
lesson{ topic = "What goes wrong", order = 620, level = 2, minutes = 3, flip = "inside=0" }

-- What can be changed: on the command line (inside=0) or in the screen.
local inside = param("inside", 1, { min = 0, max = 1, help = "1: the barrier is in the branch" })

grid(1)
block(64)

local input  = global("input", float, 64):fill(function(i) return i + 1 end)
local output = global("output", float, 64)
local sum    = shared("sum", float, 64)

function kernel()
  local t = threadIdx.x
  ::fill::
  sum[t] = input[t]
  __syncthreads()

  if t < 32 then
    ::add::
    sum[t] = sum[t] + sum[t + 32]          -- 64 values become 32
    if inside == 1 then
      __syncthreads()                      -- the other 32 threads are not here
    end
  end
  if inside == 0 then
    __syncthreads()                        -- here they all are
  end

  output[t] = sum[t % 32]
end

at("fill", {
  title = "64 threads, 32 of them add",
  notes =
    "Threads 32 to 63 skip the branch" .. (inside == 1 and
    ", and the barrier with it. CUDA calls it undefined: it may hang, or end with the wrong " ..
    "sum. :hazard tells who waits for whom."
    or ". The barrier comes after it: they reach it, too. inside=1 puts it into the branch."),
})

at("add", {
  ask = { text = "How many of the 64 threads reach the next __syncthreads()?", array = sum,
    choices = { 0, 32, 63, 64 }, answer = inside == 1 and 32 or 64,
    because = inside == 1 and "it is inside the if: threads 32 to 63 do not reach it"
      or "it comes after the if: all threads reach it" },
})

expect(inside == 1 and "threads miss a barrier" or "all threads come to each barrier", function(r)
  equal(r.hazards.total > 0, inside == 1)
  if inside == 0 then same(r.arrays.output, function(t) return 2 * (t % 32) + 34 end) end
end)
