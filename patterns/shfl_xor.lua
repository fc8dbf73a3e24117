title "Butterfly sum with shuffles"
about [[
A warp adds the values of its lanes without memory: 32 values in five
steps, 8 in three. In each step a lane adds the value of the lane whose
number differs in one bit. At the end each lane has the sum of its
group.]]
lesson{ topic = "Warps", order = 520, level = 2, minutes = 4, flip = "width=8" }

-- What can be changed: on the command line (width=8) or in the screen.
local width = param("width", 32, {
  values = { 2, 4, 8, 16, 32 },
  help = "lanes that are added up: one group of so many after the other",
})

grid(1)
block(32)

-- Values that are easy to follow: lane i holds i + 1, and 1 + 2 + … + 32 = 528.
local input  = global("input", float, 32):fill(function(i) return i + 1 end)
local output = global("output", float, 32)

function kernel()
  local lane = laneid()
  local v = input[lane]

  -- Partners are half the group apart, then a quarter, at last neighbours.
  ::start::
  local distance = width // 2
  while distance > 0 do
    ::step::
    v = v + __shfl_xor_sync(0xffffffff, v, distance)
    distance = distance // 2
  end

  output[lane] = v                         -- every lane of a group has its sum
end

-- Lane 5 holds 6, and its first partner one more than its number.
local distance <const> = width // 2
local partner <const> = 5 ~ distance

at("start", {
  title = width .. " values to a sum, step by step",
  notes = "Draw the butterfly: half a group apart, a quarter, at last neighbours. After each " ..
    "step twice as many lanes know the same sum. Let them say what lane 5 gets " ..
    "before you show it.",
})

at("step", {
  ask = { figure = "result", lane = 5, choices = { 6, partner, partner + 1, partner + 7 },
    text = "Lane i holds i + 1, and distance is " .. distance .. ". What does lane 5 get?",
    because = "5 XOR " .. distance .. " is " .. partner .. ": that lane holds " .. partner + 1 },
})

expect("every lane has the sum of its group", function(r)
  same(r.arrays.output, function(i)
    local first = i // width * width
    return width * (2 * first + width + 1) / 2
  end)
end)

expect("partners need no memory", function(r)
  equal(r.shared.requests, 0)
  equal(r.global.requests, 2)              -- a load, a store
end)
