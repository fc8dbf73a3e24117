title "Thirty-two lanes, one request"
about [[
A warp makes one request for all its lanes, and memory answers in sectors of 32 bytes.
Here 32 lanes read 32 floats side by side: first in order, then mixed. Does it matter
which lane reads which float?]]
lesson{ topic = "Global memory", order = 10, level = 1, minutes = 4, flip = "order=mixed" }

-- What can be changed: on the command line (order=mixed) or in the screen.
local order = param("order", "same", {
  values = { "same", "reversed", "swapped", "mixed" },
  help = "which of the 32 elements a lane reads",
})

grid(1)
block(32)

local input  = global("input", float, 32):fill(function(i) return i end)
local output = global("output", float, 32)

local place = {
  same     = function(i) return i end,
  reversed = function(i) return 31 - i end,
  swapped  = function(i) return i ~ 1 end,       -- neighbours change places
  mixed    = function(i) return i * 5 % 32 end,  -- each element once, none beside the last
}
local element = place[order]

function kernel()
  local i = threadIdx.x
  ::load::
  output[i] = input[element(i)]
end

at("load", {
  title = "32 lanes, one request",
  notes = "A warp makes one request. Ask whether the order matters before you change it: p, " ..
    "then +. On cc 1.0 (:arch 1.0) it did: only if lane k read word k, one transaction did.",
  ask = { figure = "sectors", array = input, choices = { 1, 4, 8, 32 },
    because = order == "same" and "128 bytes side by side are 4 sectors of 32 bytes"
      or "the same 128 bytes, in another order: the same 4 sectors",
    counted = order == "same" and { chip = "H200", sectors = 4 } or nil },
})

expect("every lane has its element", function(r)
  same(r.arrays.output, element)
end)

expect("four sectors, in whatever order", function(r)
  if tonumber(r.cc) < 5 then return true end -- other segments
  equal(r.global.load.requests, 1)
  equal(r.global.load.sectors, 4)
end)
