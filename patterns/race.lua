title "A race between two warps"
about [[
Every thread leaves a value in shared memory and takes the one that its left
neighbour left there. Nothing makes a warp wait for the warp beside it, and since
cc 7.0 nothing a lane for the others of its warp: without a barrier, a thread reads
what may not be there yet.]]
lesson{ topic = "What goes wrong", order = 610, level = 1, minutes = 4, flip = "sync=1" }

-- What can be changed: on the command line (sync=1) or in the screen.
local sync = param("sync", 0, { min = 0, max = 1, help = "1: a barrier between write and read" })

-- Two warps: lane 0 of warp 1 wants what lane 31 of warp 0 writes.
grid(1)
block(64)

local input  = global("input", float, 64):fill(function(i) return i end)
local output = global("output", float, 64)
local shelf  = shared("shelf", float, 64)

function kernel()
  local t = threadIdx.x
  mark("two warps, one shelf",
       "Key H goes from the write to the read: 64 conflicts with sync=0, 2 of them between " ..
       "warps. Before cc 7.0 (key A to 6.1) it is these 2. Would a single warp need the barrier?")

  shelf[t] = input[t]                      -- each its own place

  if sync == 1 then
    __syncthreads()                        -- now all 64 values are there
  end

  ask{ text = "Which threads read what the other warp has written?", array = shelf,
       choices = { "0 and 32", "31 and 63", "all", "none" }, answer = "0 and 32",
       because = "on any GPU they need a barrier; since cc 7.0 all do, as lanes may run apart" }
  -- The neighbour's place.
  output[t] = shelf[(t + 63) % 64]
end

-- `warplens check race` fails; sync=1 mends it.
expect("every thread has its neighbour's value, for sure", function(r)
  equal(r.hazards.total, 0)
  same(r.arrays.output, function(i) return (i + 63) % 64 end)
end)
