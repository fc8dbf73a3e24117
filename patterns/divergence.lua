title "Branches: the lanes that wait"
about [[
The lanes of a warp execute one instruction together. Half of the threads take the if, the
others the else: odd and even lanes, or odd and even warps. Which lanes are active in each
store, and how many sectors does it move?]]
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

at("branch", {
  title = "the condition depends on the " .. by,
  notes = "Half of the lanes store, then the other half; the dim lanes wait. Each half moves " ..
    "all 4 sectors for its 64 bytes: 8 sectors for a warp. by=warp needs 4, with half as many " ..
    "instructions.",
})

at("odd", {
  warp = by == "warp" and 1 or 0,
  ask = { figure = "sectors", choices = { 2, 4, 8 },
    text = by == "lane" and "The odd lanes store 64 bytes. How many sectors does the warp move?"
      or "Each odd warp stores 128 bytes. How many sectors does it move?",
    because = by == "lane" and "every sector has words of odd lanes: 128 bytes move for 64"
      or "32 floats side by side are 4 sectors" },
})

at("even", {
  ask = { figure = "active_lanes", choices = { 1, 16, 32 },
    text = "How many lanes of a warp execute output[t] = 1 together?",
    because = by == "lane" and "the even lanes; the odd ones wait"
      or "the whole warp takes this side" },
})

expect("each thread has taken its side", function(r)
  same(r.arrays.output, function(t) return 1 + (by == "lane" and t or t // 32) % 2 end)
end)

expect(by == "lane" and "two stores for each warp" or "one store for each warp", function(r)
  if tonumber(r.cc) < 2 then return true end -- by half-warps
  equal(r.global.store.requests, by == "lane" and 4 or 2)
end)
