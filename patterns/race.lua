title "A race between two warps"
about [[
Every thread stores a value in shared memory, then reads its left neighbour's. Warps do
not wait for each other, and since cc 7.0 neither do the lanes of one warp. Which threads
may read too early?]]
lesson{ topic = "What goes wrong", order = 610, level = 1, minutes = 6, flip = "sync=1, warps=1" }

-- What can be changed: on the command line (sync=1) or in the screen.
local sync = param("sync", 0, { min = 0, max = 1, help = "1: a barrier between write and read" })
local warps = param("warps", 2, { min = 1, max = 2, help = "warps of the block" })

-- Of two warps, lane 0 of warp 1 wants what lane 31 of warp 0 writes.
local B <const> = 32 * warps
grid(1)
block(B)

local input  = global("input", float, B):fill(function(i) return i end)
local output = global("output", float, B)
local shelf  = shared("shelf", float, B)

function kernel()
  local t = threadIdx.x
  ::write::
  shelf[t] = input[t]                      -- each its own place

  if sync == 1 then
    __syncthreads()                        -- now all values are there
  end

  ::read::
  output[t] = shelf[(t + B - 1) % B]       -- the neighbour's place
end

local question <const> = warps == 1 and {
  text = "One warp, on a GPU since cc 7.0. Does it need a barrier here?",
  choices = { "yes", "no" }, answer = "yes", array = shelf,
  because = "its lanes may run apart; __syncwarp() is enough",
} or sync == 1 and {
  text = "With the barrier: which threads may still read too early?",
  choices = { "0 and 32", "all", "none" }, answer = "none", array = shelf,
  because = "no thread passes the barrier before all 64 have written",
} or {
  text = "Which threads read what the other warp writes?",
  choices = { "0 and 32", "31 and 63", "all", "none" }, answer = "0 and 32",
  array = shelf,
  because = "these need a barrier on any GPU; since cc 7.0, all others do, too",
}

at("write", {
  title = warps == 1 and "one warp and its array" or "two warps share one array",
  notes =
    warps == 1 and
    "Old texts leave the barrier out inside of a warp. Before cc 7.0 (:arch 6.1) lanes kept " ..
    "step: there it was right where the shelf was volatile, and a race where it was not."
    or ":hazard 1 goes from write to read: 64 conflicts with sync=0, 2 of them between " ..
    "warps. Before cc 7.0 (:arch 6.1) it is these 2 where the shelf is volatile.",
})

at("read", {
  ask = question,
})

-- Before cc 7.0 the lanes of a warp kept step, which no compiler knew of.
expect(sync == 1 and "every thread has its neighbour's value, for sure"
       or "the order of reads and writes is undefined", function(r)
  equal(r.hazards.total > 0, sync == 0)
  if sync == 1 then same(r.arrays.output, function(i) return (i + B - 1) % B end) end
end)
