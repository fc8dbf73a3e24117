title "The read-only path, and what became of it"
about [[
On cc 3.5 a load through L1 moves a whole line of 128 bytes. __ldg() goes by the texture
cache instead, in parts of 32 bytes; the memory must not change while the kernel runs.
What is that worth, then and now?]]
lesson{ topic = "Other memories", order = 435, level = 3, minutes = 3,
        flip = "way=ldg, stride=1 way=ldg" }
arch "3.5:l1=ca"

-- What can be changed: on the command line (way=ldg) or in the screen.
local way = param("way", "L1", {
  values = { "L1", "ldg" },
  help = "L1: a plain load, with -dlcm=ca; ldg: __ldg(), the read-only path",
})
local stride = param("stride", 33, {
  values = { 1, 2, 4, 8, 16, 32, 33, 64 },
  help = "elements from lane to lane",
})

grid(1)
block(32)

local input  = global("input", float, 64 * 31 + 1)
local output = global("output", float, 32)

function kernel()
  local i = threadIdx.x
  ::load::
  if way == "ldg" then
    output[i] = __ldg(input, i * stride)
  else
    output[i] = input[i * stride]
  end
end

-- Lines of L1, and parts of 32 bytes, that 32 lanes touch from the start of one on.
local lines <const> = min(31 * stride // 32 + 1, 32)
local parts <const> = min(31 * stride // 8 + 1, 32)

at("load", {
  title =
    "32 lanes, " .. stride .. (stride == 1 and " float" or " floats") .. " apart, by " .. way,
  notes = "A compiler takes this path by itself for const float *__restrict__. Then press a to " ..
    "cc 9.0, where both ways move the same.",
  ask = { figure = "bytes_moved", array = input,
    text = "32 lanes load 128 bytes by " .. (way == "L1" and "L1" or "__ldg()") ..
      ". How many bytes move?",
    choices = offer(128, 1024, 4096, 128 * lines, 32 * parts),
    because = way == "L1"
      and "they touch " .. lines .. (lines == 1 and " line" or " lines") .. " of 128 bytes"
      or "they touch " .. parts .. " parts of 32 bytes" },
})

-- Without -dlcm=ca cc 3.5 keeps no plain load in L1.
expect("L1 moved lines then, and parts of them now", function(r)
  local moved = r.global.load.bytes_moved
  if tonumber(r.cc) < 2 then return true end -- no L1
  if tonumber(r.cc) < 4 and way == "L1" and moved == 128 * lines then return true end
  equal(moved, 32 * parts)
end)
