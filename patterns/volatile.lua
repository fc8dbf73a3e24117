title "The last warp, and volatile"
about [[
Old texts add up the last 32 values without a barrier: a warp keeps step, and volatile
keeps the sums out of registers. volatile says that every access is made; it does not
say when. What becomes of the sum since lanes need not keep step?]]
lesson{ topic = "What goes wrong", order = 640, level = 3, minutes = 4, flip = "sync=1" }

-- What can be changed: on the command line (sync=1) or in the screen.
local sync = param("sync", 0, { min = 0, max = 1, help = "1: __syncwarp() between the steps" })

grid(1)
block(32)

local input  = global("input", float, 64):fill(1)
local output = global("output", float, 1)
local s      = shared("s", float, 64, "volatile")      -- every access below is made

function kernel()
  local t = threadIdx.x
  s[t], s[t + 32] = input[t], input[t + 32]
  ::start::
  for k = 0, 5 do
    local d = 32 >> k
    if sync == 1 then __syncwarp() end
    ::step::
    local v = s[t + d]
    if sync == 1 then __syncwarp() end
    if t < d then s[t] = s[t] + v end
  end
  if t == 0 then output[0] = s[0] end
end

at("start", {
  title = "64 values, one warp" .. (sync == 1 and ", __syncwarp()" or ", volatile alone"),
  notes = ":hazard lists the hazards. With :arch 6.1: none, and the sum is 64: there the old " ..
    "text is right; without volatile it is not even there. Every access is made: what is " ..
    "missing is order. On a GPU the sum may be right, or not.",
})

at("step", {
  pass = 2, -- at first each lane reads what it wrote itself
  ask = { text = sync == 1 and "Each step waits for the warp. Is the sum 64, on cc 9.0?"
      or "volatile: the accesses are made. Is the sum 64, on cc 9.0?",
    array = s, choices = { "always", "not always", "never" },
    answer = sync == 1 and "always" or "not always",
    because = sync == 1 and "__syncwarp() orders the lanes, and what they wrote"
      or "lanes may run apart since cc 7.0: one may read before another wrote" },
})

-- Before cc 7.0 the lanes of a warp kept step: with volatile, that was order enough.
expect(sync == 1 and "the sum is 64, for sure" or "the sum is undefined", function(r)
  local sure = sync == 1 or tonumber(r.cc) < 7
  equal(r.hazards.total > 0, not sure)
  if sure then equal(r.arrays.output[0], 64) end
end)
