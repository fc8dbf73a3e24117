title "Points, field by field"
about [[
A thread reads x of its point, then y, then z. The points lie one after the other, so a
warp moves as many sectors for x alone as for all three; y and z may hit L1. What is
wasted, and where?]]
lesson{ topic = "Global memory", order = 65, level = 2, minutes = 5, flip = "way=all, way=arrays" }

-- What can be changed: on the command line (way=all) or in the screen.
local way = param("way", "x", { values = { "x", "all", "arrays" },
  help = "x of each point; x, y and z; these from an array each" })
local n = param("n", 1024, { values = { 1024, 262144 }, help = "points" })

local B <const> = 256
grid(n // B)
block(B)
local Point = struct("Point", { "x", float }, { "y", float }, { "z", float })
local points = way ~= "arrays" and global("points", Point, n)
local xs = way == "arrays" and global("xs", float, n)
local ys = way == "arrays" and global("ys", float, n)
local zs = way == "arrays" and global("zs", float, n)
local output = global("output", float, n)

function kernel()
  local i = blockIdx.x * B + threadIdx.x
  ::x::
  local sum = way == "arrays" and xs[i] or points[i].x
  if way ~= "x" then
    ::y::
    sum = sum + (way == "arrays" and ys[i] or points[i].y)
    ::z::
    sum = sum + (way == "arrays" and zs[i] or points[i].z)
  end
  ::sum::
  output[i] = sum + 1
end

at("x", {
  title = "way: " .. way,
  notes = "With 2^25 points an H100 took 0.1863 ms for x alone and 0.1864 ms for all three: y " ..
    "and z lie in the sectors of x, and were still in L1. F5 and 7 show it.",
  ask = { figure = "sectors", text = "How many sectors does a warp load for x?",
    choices = { 4, 8, 12, 32 },
    because = way == "arrays" and "32 floats are 128 bytes: 4 sectors"
      or "32 points of 12 bytes are 384 bytes: 12 sectors" },
})

if way == "all" then
  at("y", {
    ask = { text = "The load of y needs 12 sectors, too. How many of them hit L1?", array = points,
      choices = { 0, 4, 8, 12 }, answer = 12,
      because = "the load of x has brought all of them" },
  })
end

at("sum", {
  ask = way == "x" and {
    text = "32 values of x are 128 bytes. How many bytes does L2 deliver?", array = output,
    choices = { 128, 256, 384, 1024 }, answer = 384,
    because = "12 whole sectors, with y and z, which no lane reads",
  } or way == "all" and {
    text = "Three loads take 12 sectors each. How many of the 36 does L2 deliver?", array = output,
    choices = { 4, 12, 24, 36 }, answer = 12,
    because = "those of x; the other 24 hit L1 (H100 counters: 66.7 %)",
  } or {
    text = "Three loads take 4 sectors each. How many of the 12 does L2 deliver?", array = output,
    choices = { 0, 4, 8, 12 }, answer = 12,
    because = "all, as many as with points; but the warp loads 12 sectors, not 36",
  },
})

-- What an H100 counted; hits in L1: 0 of x, 196,608 of all.
measured{ chip = "H100", with = { way = "x", n = 262144 },
          global = { load = { requests = 8192, sectors = 98304 } } }
measured{ chip = "H100", with = { way = "all", n = 262144 },
          global = { load = { requests = 24576, sectors = 294912 } } }

expect("all points are read", function(r)
  same(r.arrays.output, 1)
end)

expect(way == "all" and "two of three sectors hit L1" or "no sector hits L1", function(r)
  if tonumber(r.cc) < 7 then return true end -- other caches
  equal(r.l1.hit_rate, way == "all" and 2 / 3 or 0, 1e-9)
end)

expect("DRAM gives all three fields", function(r)
  if tonumber(r.cc) < 7 then return true end
  equal(r.l1.misses, 12 * n // 32)
  at_least(r.dram.read_bytes, 12 * n)
  at_most(r.dram.read_bytes, 12 * n + 4096)
end)
