title "A stencil, and the halo of its tile"
about [[
Each output is the mean of three neighbours. Read from global memory, nearly every element
is loaded three times. With a tile, a block loads each element once, and one more at each
end: the halo. What does that save?]]
lesson{ topic = "Working together", order = 320, level = 2, minutes = 7, flip = "way=shared" }

-- What can be changed: on the command line (way=shared) or in the screen.
local way = param("way", "global", {
  values = { "global", "shared" },
  help = "three loads from global memory, or from a tile in shared memory",
})
local n = param("n", 262144, { values = { 1024, 262144 }, help = "elements" })

local B <const> = 256
grid(n // B)
block(B)
local input  = global("input", float, n):fill(function(i) return 3 * i end)
local output = global("output", float, n)
local tile   = way == "shared" and shared("tile", float, B + 2)

function kernel()
  local t = threadIdx.x
  local i = blockIdx.x * B + t + 1         -- the first element has no left neighbour
  ::start::
  if way == "global" then
    if i >= n - 1 then return end          -- … and the last one no right one
    ::left::
    local left = input[i - 1]
    local middle = input[i]
    ::right::
    local right = input[i + 1]
    ::mean::
    output[i] = (left + middle + right) / 3
    return
  end
  ::tile::
  if i < n then tile[t + 1] = input[i] end
  ::halo::
  if t == 0 then tile[0] = input[i - 1] end
  if t == B - 1 and i + 1 < n then tile[B + 1] = input[i + 1] end
  __syncthreads()
  ::from_tile::
  if i < n - 1 then
    output[i] = (tile[t] + tile[t + 1] + tile[t + 2]) / 3
  end
end

at("start", {
  title = "way: " .. way,
  notes = "Draw 32 outputs and the 34 inputs below them. Three loads read 96, a tile for " ..
    "each once. It saves 14,337 of 24,576 requests and 71,680 of 114,686 sectors, but of L1: " ..
    "from L2 came 33,791, where the array has 32,768. No tile was timed.",
})

at("left", {
  ask = { text = "A warp loads 3 times 32 floats. How many of them are different?",
    array = input, choices = { 32, 34, 64, 96 }, answer = 34,
    because = "32 in the middle, and one more at each end: the halo" },
})

at("right", {
  ask = { text = "How many sectors of the right neighbours has the warp not loaded yet?",
    array = input, choices = { 0, 1, 4, 5 }, answer = 0,
    because = "the middle elements lie in the same 5 sectors" },
})

if n == 262144 then
  at("mean", {
    ask = { text = "The loads touch 114,686 sectors. How many did L2 of an H200 deliver?",
      array = output, choices = { "33,791", "57,343", "114,686" }, answer = "33,791",
      because = "80,895 hit L1: earlier loads had brought them" },
  })
end

at("tile", {
  ask = { text = "256 outputs read 768 floats. How many does the block load for its tile?",
    array = input, choices = { 256, 258, 288, 768 }, answer = 258,
    because = "each element once, and one more at each end: the halo" },
})

at("halo", {
  ask = { figure = "active_lanes", text = "How many lanes load the left halo?",
    array = input, choices = { 1, 2, 31, 32 },
    because = "one float, which takes a request and a sector of its own" },
})

if n == 262144 then
  at("from_tile", {
    ask = {
      text = "An H200 loads 114,686 sectors without a tile. How many with one?",
      array = output, choices = { "33,791", "43,006", "114,686" }, answer = "43,006",
      because = "5 a warp and 2 a block; L2 delivers each sector once either way" },
  })
end

-- What an H200 counted, and its bandwidth with more.
measured{ chip = "H200", with = { way = "global", n = 262144 }, gbps = 2087.8,
          size = "2^25 floats",
          global = { load = { requests = 24576, sectors = 114686 }, store = { sectors = 40959 } } }
measured{ chip = "H200", with = { way = "shared", n = 262144 },
          global = { load = { requests = 10239, sectors = 43006 }, store = { sectors = 40959 } },
          shared = { load = { wavefronts = 24576 } } }

expect("the mean of three neighbours is the middle one", function(r)
  same(r.arrays.output, function(i) return i % (n - 1) == 0 and 0 or 3 * i end)
end)

-- The two ends of the array have no result.
expect(way == "shared" and "each element is loaded about once" or "three times", function(r)
  local asked = r.global.load.bytes_asked
  if way == "global" then equal(asked, 3 * 4 * (n - 2))
  else at_most(asked, 4 * (n + 2 * n // B)) end
end)
