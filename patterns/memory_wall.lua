title "The memory wall, and the roof"
about [[
A sum of n floats does one addition for every 4 bytes. A kernel takes at least the time to
move its bytes at each level of memory, and that of its atomics at one address. The
longest of these is the roof. Which is it?]]
lesson{ topic = "Caches", order = 470, level = 2, minutes = 5, flip = "way=warp, way=block" }

-- What can be changed: on the command line (way=warp) or in the screen.
local way = param("way", "thread", { values = { "thread", "warp", "block" },
  help = "who adds to the result: each thread, a lane of each warp, a thread of each block" })

local B <const>, n <const> = 256, 16384
grid(n // B)
block(B)
local input = global("input", float, n):fill(1)
local total = global("total", float, 1)
local part  = way == "block" and shared("part", float, B // 32)

-- The sum over a warp, in lane 0.
local function over_warp(v)
  for _, distance in ipairs{ 16, 8, 4, 2, 1 } do
    v = v + __shfl_down_sync(0xffffffff, v, distance)
  end
  return v
end

function kernel()
  local t = threadIdx.x
  ::load::
  local v = input[blockIdx.x * B + t]
  ::add::
  if way == "thread" then
    atomicAdd(total, 0, v)
    return
  end
  v = over_warp(v)
  if way == "warp" then
    if t % 32 == 0 then atomicAdd(total, 0, v) end
    return
  end
  if t % 32 == 0 then part[t // 32] = v end
  __syncthreads()
  if t == 0 then
    v = 0
    for k = 0, B // 32 - 1 do v = v + part[k] end
    atomicAdd(total, 0, v)
  end
end

-- Nanoseconds of an addition at one address, and how many there are.
local turn <const> = 1.75
local atomics <const> = n // (way == "thread" and 1 or way == "warp" and 32 or B)
local us <const> = atomics * turn / 1000

at("load", {
  title = "who adds to the result: each " .. way,
  notes = "F5, then 7: the roofs, all of them 'at least'. These floats fit L2; 2^25 do not, and " ..
    "DRAM is the roof: 134 MB at 3352 GB/s of an H100 are 40 µs, and 25 if its L2 had 50 MB of " ..
    "them. A sum with an atomic a block took 65.",
  ask = { text = "2^25 floats are 134 MB; DRAM has 3352 GB/s. How many µs does that take at least?",
    array = input, choices = { 4, 40, 400, 4000 }, answer = 40,
    because = "134 MB / 3352 GB/s, if nothing is in L2; no code is faster" },
})

at("add", {
  title = "an atomic of each " .. way,
  ask = { text = "An atomic takes an H200 1.75 ns. How long do those of 16,384 floats take?",
    array = total, choices = { "0.112 µs", "0.896 µs", "28.672 µs", "114.688 µs" },
    answer = string.format("%.3f µs", us),
    because = atomics .. " atomics take turns, 1.75 ns each; the floats need 0.004 µs from L2" },
})

expect("the sum is right", function(r)
  equal(r.arrays.total[0], n)
end)

expect("atomics are the roof, each in its turn", function(r)
  if r.cc ~= "9.0" then return true end -- other chips
  equal(r.time.us_at_least, us, 0.001)
end)

expect("L2 gives each float once, in all ways", function(r)
  if tonumber(r.cc) < 7 then return true end -- other caches
  equal(r.l1.misses, n // 8)
  at_most(r.dram.read_bytes, 4 * n + 4096)
end)
