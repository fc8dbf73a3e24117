title "Branches: the lanes that wait"
about [[
The lanes of a warp execute one instruction together. Half of the threads take each side
of an if: odd and even lanes, or odd and even warps. Which lanes are active in each store,
and how many sectors does it move?]]
lesson{ topic = "Warps", order = 505, level = 1, minutes = 5, flip = "by=warp" }

-- What can be changed: on the command line (by=warp) or in the screen.
local by = param("by", "lane", {
  values = { "lane", "warp" },
  help = "which threads take which side: odd and even lanes, or odd and even warps",
})

grid(1)
block(64)

local output = global("output", float, 64)

function kernel()
  local t = threadIdx.x
  local odd = by == "lane" and t % 2 == 1 or by == "warp" and warpid() % 2 == 1
  ::branch::
  if odd then
    ::odd::
    output[t] = 2
  else
    ::even::
    output[t] = 1
  end
end

local number <const> = by == "lane" and "t" or "the number of the warp"

at("branch", {
  title = "the condition depends on the " .. by,
  notes = "Half the lanes store, then the other half. The dim lanes wait; and each half moves " ..
    "all 4 sectors of the warp for 64 bytes: 8 sectors a warp, where by=warp has 4, in half the " ..
    "instructions.",
})

at("odd", {
  warp = by == "warp" and 1 or 0,
  ask = { figure = "sectors", choices = { 2, 4, 8 },
    text = "Where " .. number .. " is odd, a warp stores " .. (by == "lane" and 64 or 128) ..
      " bytes. How many sectors move?",
    because = by == "lane" and "every sector has words of odd lanes: 128 bytes for 64"
      or "32 floats side by side" },
})

at("even", {
  ask = { figure = "active_lanes", choices = { 1, 16, 32 },
    text = "Where " .. number .. " is even, output[t] = 1. How many lanes store?",
    because = by == "lane" and "the even ones: every second lane"
      or "the whole warp takes this side" },
})

expect("each thread has taken its side", function(r)
  same(r.arrays.output, function(t) return 1 + (by == "lane" and t or t // 32) % 2 end)
end)

expect(by == "lane" and "two stores for each warp" or "one store for each warp", function(r)
  if tonumber(r.cc) < 2 then return true end -- by half-warps
  equal(r.global.store.requests, by == "lane" and 4 or 2)
end)
