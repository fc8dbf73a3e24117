title "Adding two vectors"
about [[
Each thread adds one pair of numbers. Threads run in warps of 32; a
thread of a warp is a lane. Memory moves sectors of 32 bytes; four of
them are a line. How many requests does a warp make to load its 32
elements?]]
lesson{ topic = "Global memory", order = 5, level = 1, minutes = 4, flip = "n=8" }

-- What can be changed: on the command line (n=8) or in the screen.
local n = param("n", 1024, { min = 8, max = 4096, step = 8, help = "elements to add" })

local B <const> = 256
block(B)  assert(blockDim.x % 32 == 0, "this lesson is about whole warps")
grid((n + blockDim.x - 1) // blockDim.x)   -- blocks enough for all elements

local a = global("a", float, n):fill(function(i) return i end)
local b = global("b", float, n):fill(function(i) return 1000 * i end)
local c = global("c", float, n)

function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  ::add::
  if i < n then
    c[i] = a[i] + b[i]
  end
end

local lanes <const> = min(n, 32)           -- of the first warp

at("add", {
  title =
    n .. " elements in " .. gridDim.x .. (gridDim.x == 1 and " block" or " blocks") ..
    " of " .. blockDim.x,
  notes =
    n < 32 and
    "It is still one request. Ideal is the least number of sectors that the bytes need: 1 for 8 " ..
    "floats. Sectors above it are wasted, and called excess. Efficiency is the ideal divided by " ..
    "the actual number."
    or
    "In the source 32 threads load; the hardware sees one instruction of one warp, which is " ..
    "one request. Say it for a, then let them say it for b and c. Then n is 8: how many sectors " ..
    "do 8 floats take?",
  ask = n >= 32 and {
    figure = "requests", text = "How many requests does the warp make for a[i]?",
    choices = { 1, 2, 4, 32 }, because = "a warp makes one request for all its lanes",
    counted = { chip = "H200", requests = 1 },
  } or {
    figure = "sectors", text = "Only " .. lanes .. " lanes load. How many sectors do they need?",
    choices = offer(1, 2, 4, 8, lanes // 8),
    because = lanes .. " floats side by side are " .. 4 * lanes .. " bytes; a sector has 32",
  },
})

-- What an H200 counted with 256 times as many elements, and its bandwidth with 2^25.
measured{ chip = "H200", with = { n = 1024 }, times = 256, gbps = 3272.5, size = "3 arrays of 2^25",
          global = { load = { requests = 16384, sectors = 65536 }, store = { sectors = 32768 } } }

expect("each element is the sum of its pair", function(r)
  same(r.arrays.c, function(i) return 1001 * i end)
end)

expect("no byte wasted", function(r)
  if tonumber(r.cc) < 5 then return true end -- other segments
  equal(r.global.excess_sectors, 0)
end)
