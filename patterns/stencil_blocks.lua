title "A stencil, and the shape of its blocks"
about [[
Each output is the mean of a point and its four neighbours. Threads of a block share
loaded points through L1; the next block loads those at the edges again. All blocks have
256 threads. Which shape loads the fewest sectors?]]
lesson{ topic = "Working together", order = 325, level = 2, minutes = 6,
        flip = "width=8, width=256" }

-- What can be changed: on the command line (width=8) or in the screen.
local width = param("width", 32, { values = { 8, 16, 32, 64, 128, 256 },
  help = "columns of a block of 256 threads" })
local n = param("n", 256, { values = { 256, 1024 }, help = "rows and columns" })

local height <const> = 256 // width
grid(n // width, n // height)
block(width, height)
local input  = global("input", float, n, n):fill(function(y, x) return 5 * (x + y) end)
local output = global("output", float, n, n)

function kernel()
  local x = blockIdx.x * width + threadIdx.x
  local y = blockIdx.y * height + threadIdx.y + 1  -- nothing is above the first row
  ::start::
  if x > 0 and x < n - 1 and y < n - 1 then
    ::middle::
    local sum = input[y][x]
    sum = sum + input[y][x - 1]
    ::right::
    sum = sum + input[y][x + 1]
    sum = sum + input[y - 1][x]
    sum = sum + input[y + 1][x]
    ::mean::
    output[y][x] = sum / 5
  end
end

-- What the threads of a block load that has neighbours on all sides: its rows, with a sector more
-- at each end, and the rows above and below.
local across <const> = width < n and 2 or 0
local lanes <const> = 32 - max(1, 32 // width) -- of the first warp: cc 1.x asks once for each
local needed <const> = height * (width // 8 + across) + 2 * width // 8

at("start", {
  title = "blocks of " .. width .. " x " .. height,
  notes = "sweep width l1.misses has all shapes; F5 and 7 one of them. An H100, 1024 x 1024: " ..
    "32 x 8 loads 717,444 sectors, of which 226,794 miss; 8 x 32 loads 913,668, and 398,346 " ..
    "miss. With 8192 x 8192: 0.267 and 0.297 ms.",
})

at("middle", {
  ask = { figure = "sectors", text = "How many sectors does a warp load for its own points?",
    array = input, choices = offer(4, 5, 8, 16, lanes, 32),
    because = width >= 32 and "32 floats side by side: 4 sectors"
      or 32 // width .. " rows of " .. width .. " floats: " .. width // 8 .. " of each" },
})

at("right", {
  ask = { figure = "sectors", array = input,
    text = "How many sectors does a warp load for the right neighbours?",
    choices = offer(4, 5, 6, 7, 8, 16, lanes, 32),
    because = width >= 32 and "the last neighbour lies in a fifth sector"
      or "each row reaches into one more sector" },
})

at("mean", {
  ask = { text = "256 points are 32 sectors. How many different sectors does an inner block load?",
    array = output, choices = offer(32, 40, 56, 68, 98, needed), answer = needed,
    because = height .. (height > 1 and " rows" or " row") .. " of " .. width // 8 + across ..
      ", and above and below " .. width // 8 .. " each" },
})

-- What an H100 counted.
measured{ chip = "H100", with = { width = 32, n = 1024 },
          gbps = 2012.1, size = "8192 x 8192", global = { load = { sectors = 717444 } } }
measured{ chip = "H100", with = { width = 8, n = 1024 },
          gbps = 1809.0, size = "8192 x 8192", global = { load = { sectors = 913668 } } }

expect("the mean of a plane is its middle", function(r)
  same(r.arrays.output, function(y, x)
    return (x % (n - 1) == 0 or y % (n - 1) == 0) and 0 or 5 * (x + y)
  end)
end)

expect("a block misses about " .. needed .. " sectors", function(r)
  if tonumber(r.cc) < 7 then return true end -- other caches
  local blocks = (n // width) * (n // height)
  at_most(r.l1.misses, blocks * needed)
  at_least(r.l1.misses, 9 * blocks * needed // 10)
end)

expect("DRAM gives each sector once", function(r)
  if tonumber(r.cc) < 7 then return true end
  at_most(r.dram.read_bytes, 4 * n * n + 4096)
end)
