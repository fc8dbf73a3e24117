title "Four shuffles, and their widths"
about [[
A shuffle moves values between lanes without memory: from a lane by number, from a lane
below or above, or from the partner whose number differs in some bits. A width cuts the
warp into groups. What happens at their edges?]]
lesson{ topic = "Warps", order = 510, level = 2, minutes = 8, flip = "width=8" }

-- What can be changed: on the command line (width=8) or in the screen.
local width = param("width", 32, { values = { 1, 2, 4, 8, 16, 32 }, help = "lanes of a group" })
local n = param("n", 1, { min = 0, max = 31, help = "lane, distance or bits" })

grid(1)
block(32)

local all <const> = 0xffffffff

local output = global("output", int, 4, 32)

function kernel()
  local lane = laneid()
  ::index::
  output[0][lane] = __shfl_sync(all, lane, n, width)
  ::up::
  output[1][lane] = __shfl_up_sync(all, lane, n, width)
  ::down::
  output[2][lane] = __shfl_down_sync(all, lane, n, width)
  ::xor::
  output[3][lane] = __shfl_xor_sync(all, lane, n, width)
end

-- Lanes that one might say for `lane`, each once: the right one is always among them.
local function guesses(lane)
  local first, seen, list = lane - lane % width, {}, {}
  for _, l in ipairs{ lane, lane - n, lane + n, lane ~ n, n % width, first + n % width, 0 } do
    if l >= 0 and l < 32 and not seen[l] then seen[l], list[#list + 1] = true, l end
  end
  table.sort(list)
  return #list > 1 and list or nil
end
local of_8, of_7 <const> = guesses(8), guesses(7)

at("index", {
  title = "each lane gives its own number",
  notes = "The questions are about lane 8, the third about lane 7: the first and the last of a " ..
    "group, with width=8. Width 1 is allowed, which some texts leave out: only xor moves values " ..
    "then. The forms without _sync ended with cc 7.0.",
  ask = { figure = "result", lane = 8, choices = of_8,
    because = "each lane gets the value of lane n of its own group" },
})

at("up", {
  ask = { figure = "result", lane = 8, choices = of_8,
    because = "the value n lanes below, or its own if that is outside of the group" },
})

at("down", {
  ask = { figure = "result", lane = 7, choices = of_7,
    because = "the value n lanes above, or its own if that is outside of the group" },
})

at("xor", {
  ask = { figure = "result", lane = 8, choices = of_8,
    because = "the value of lane 8 XOR n, or its own if that is in a later group" },
})

expect("each lane has what CUDA's definition says", function(r)
  same(r.arrays.output, function(mode, lane)
    local first = lane - lane % width      -- of its group
    local last = first + width - 1
    local from = ({ [0] = first + n % width, lane - n, lane + n, lane ~ n })[mode]
    if mode == 1 and from < first or mode >= 2 and from > last then return lane end
    return from
  end)
end)

expect("no memory but for the results", function(r)
  equal(r.global.requests, 4)
end)
