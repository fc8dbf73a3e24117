-- rubric: exercise_races
title "Exercise: find and fix three races"
about [[
Each block turns four groups of 64 numbers around, through shared memory, and counts those that
are 500 or more. Three races make the result depend on which warp comes first. Find them
('warplens report' lists hazards) and fix them. What counts: no hazard, the right values and the
right count, no more barriers than it takes. About 25 minutes.
Begin with:  warplens new mine --from exercise_races]]
lesson{ topic = "Exercises", order = 910, level = 3, minutes = 25 }

local n = param("n", 512, { min = 256, max = 4096, step = 256, help = "numbers" })

local B <const> = 64                       -- threads of a block, and numbers of a group
local GROUPS <const> = 4                   -- groups of a block

grid(n // (B * GROUPS))
block(B)

local input  = global("input", int, n):fill(function(i) return i * 7 % 1000 end)
local output = global("output", int, n)
local count  = global("count", int, 1)
local shelf  = shared("shelf", int, B)

function kernel()
  ::start::
  local t = threadIdx.x
  local found = 0
  for group = 0, GROUPS - 1 do
    local from = (blockIdx.x * GROUPS + group) * B
    shelf[t] = input[from + t]
    local v = shelf[B - 1 - t]
    output[from + t] = v
    if v >= 500 then found = found + 1 end
  end
  count[0] = count[0] + found
end

at("start", {
  title = "three races",
  notes = "Twenty-five minutes. Have each race named before it is fixed: who writes, who " ..
    "reads, and what keeps them in order? Blocks have no barrier: what is there for them?",
})

expect("nothing depends on which warp comes first", function(r)
  equal(r.hazards.total, 0)
end)

expect("the groups are turned around", function(r)
  same(r.arrays.output, function(i)
    return (i // B * B + B - 1 - i % B) * 7 % 1000
  end)
end)
