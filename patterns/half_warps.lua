title "Coalescing as it began: cc 1.x"
about [[
The first GPUs asked for memory by half-warps, and cared about the order of the lanes.
cc 1.2 dropped the order, cc 2.0 the half-warps; much advice on the net is of that
time. What did one float to the right cost then, and what does it cost now?]]
lesson{ topic = "Global memory", order = 90, level = 3, minutes = 5,
        flip = "lanes=in_place, lanes=gaps, lanes=swapped, lanes=swapped --arch=1.3" }
arch "1.0"

-- What can be changed: on the command line (lanes=in_place) or in the screen.
local lanes = param("lanes", "shifted", {
  values = { "in_place", "shifted", "swapped", "gaps" },
  help = "where lanes read: at their word, one further, at the neighbour's, half of them",
})

grid(1)
block(32)

local input  = global("input", float, 33):fill(function(i) return i end)
local output = global("output", float, 32)

function kernel()
  local i = threadIdx.x
  ::load::
  if lanes == "gaps" and i % 2 == 1 then return end
  local at = i
  if lanes == "shifted" then at = i + 1 elseif lanes == "swapped" then at = i ~ 1 end
  output[i] = input[at]
end

at("load", {
  title = "two half-warps of 16 lanes",
  notes = "Press a: cc 1.0, 1.3, 2.0, 9.0. Shifted, 128 bytes are 32 transactions, 3, 2 lines, " ..
    "5 sectors. 'gaps' stay coalesced even on 1.0: lanes may be missing.",
  ask = { figure = "transactions", array = input, choices = { 1, 2, 3, 4, 5, 32 },
    because = (lanes == "shifted" or lanes == "swapped")
      and "cc 1.0: a lane is not at its word, so each lane has its own"
      or "cc 1.0: each lane at its word, aligned: one for a half-warp" },
})

-- On cc 1.0 and 1.1 a lane that is not at its word makes one of each. From cc 5.0 on there are no
-- transactions.
expect("transactions, or sectors", function(r)
  local cc = tonumber(r.cc)
  if cc < 1.2 then
    equal(r.global.load.transactions, (lanes == "shifted" or lanes == "swapped") and 32 or 2)
  else
    at_most(cc < 5 and r.global.load.transactions or r.global.load.sectors, cc < 3 and 3 or 5)
  end
end)
