title "Through L1 or past it, on Fermi"
about [[
On cc 2.x the two caches move different things: L1 whole lines of 128 bytes, L2
sectors of 32. Here lanes that are far apart want 4 bytes each. What does the way
through L1 cost them, and for whom is it worth it?]]
lesson{ topic = "Global memory", order = 40, level = 3, minutes = 4,
        flip = "way=L2, stride=1, stride=1 way=L2" }
arch "2.0"

-- What can be changed: on the command line (way=L2) or in the screen.
local way = param("way", "L1", {
  values = { "L1", "L2" },
  help = "L1: ld.ca, as -dlcm=ca; L2: ld.cg, as -dlcm=cg",
})
local stride = param("stride", 33, { min = 1, max = 64, help = "elements from lane to lane" })

grid(1)
block(32)

local input  = global("input", float, 64 * 31 + 1)
local output = global("output", float, 32)
local load   = way == "L1" and __ldca or __ldcg

function kernel()
  local i = threadIdx.x
  ::load::
  output[i] = load(input, i * stride)
end

-- Lines, and sectors, that 32 lanes touch from the start of one on.
local lines <const> = min(31 * stride // 32 + 1, 32)
local sectors <const> = min(31 * stride // 8 + 1, 32)

at("load", {
  title =
    "32 lanes, " .. stride .. (stride == 1 and " float" or " floats") .. " apart, by " .. way,
  notes = "Far apart: 4096 bytes through L1, 1024 past it. Side by side both move 128, and " ..
    "through L1 they are there for the next access. Today (key a) L1 has sectors, too.",
  ask = { figure = "bytes_moved", array = input,
    text = "32 lanes load 128 bytes through " .. way .. ". How many bytes move?",
    choices = offer(128, 1024, 4096, 128 * lines, 32 * sectors),
    because = way == "L1"
      and "they touch " .. lines .. (lines == 1 and " line" or " lines") .. " of 128 bytes"
      or "they touch " .. sectors .. " sectors of 32 bytes" },
})

expect("L1 moves lines, L2 sectors", function(r)
  local cc = tonumber(r.cc)
  if cc < 2 then return true end -- no L1
  equal(r.global.load.bytes_moved, cc < 5 and way == "L1" and 128 * lines or 32 * sectors)
end)
