title "A stencil, and the halo of its tile"
about [[
Each output is the mean of three neighbours. Straight from global memory nearly every
element is asked for three times, and two of three loads are misaligned; with a tile
the block loads each element once, and two more at its ends: the halo.]]
lesson{ topic = "Working together", order = 320, level = 2, minutes = 5, flip = "way=shared" }

-- What can be changed: on the command line (way=shared) or in the screen.
local way = param("way", "global", {
  values = { "global", "shared" },
  help = "three loads from global memory, or from a tile in shared memory",
})
local n = param("n", 1024, { values = { 1024, 262144 }, help = "elements" })

local B <const> = 256
grid(n // B)
block(B)
local input  = global("input", float, n):fill(function(i) return 3 * i end)
local output = global("output", float, n)
local tile   = way == "shared" and shared("tile", float, B + 2)

-- What an H200 counted, and its bandwidth with more.
measured{ chip = "H200", with = { way = "global", n = 262144 }, gbps = 2087.8,
          size = "2^25 floats",
          global = { load = { requests = 24576, sectors = 114686 }, store = { sectors = 40959 } } }

function kernel()
  local t = threadIdx.x
  local i = blockIdx.x * B + t + 1         -- the first element has no left neighbour
  if blockIdx.x == 0 then                  -- all blocks do the same
    mark("way: " .. way,
         "Ask for the requests to global memory first: 3 against 1, and the halo. Then the " ..
         "catch: L1 has most of what the other loads want. With n=262144 an H200 read 33,791 of " ..
         "114,686 sectors from L2. No tile was timed.")
  end
  if way == "global" then
    if i >= n - 1 then return end          -- … and the last one no right one
    local left = input[i - 1]
    if blockIdx.x == 0 then
      ask{ figure = "sectors", text = "The left neighbours were 4 sectors. And the middle ones?",
           array = input, choices = { 0, 4, 5, 7, 8 },
           because = "one float on, 32 floats reach into a fifth sector",
           counted = { chip = "H200", sectors = 5 } }
    end
    local middle = input[i]
    local right = input[i + 1]
    output[i] = (left + middle + right) / 3
    return
  end
  if i < n then tile[t + 1] = input[i] end
  if t == 0 then tile[0] = input[i - 1] end
  if t == B - 1 and i + 1 < n then tile[B + 1] = input[i + 1] end
  __syncthreads()
  if blockIdx.x == 0 then
    ask{ figure = "wavefronts", array = tile, choices = { 1, 2, 3 },
         because = "32 words side by side are in 32 banks, wherever they begin" }
  end
  if i < n - 1 then
    output[i] = (tile[t] + tile[t + 1] + tile[t + 2]) / 3
  end
end

expect("the mean of three neighbours is the middle one", function(r)
  same(r.arrays.output, function(i) return i % (n - 1) == 0 and 0 or 3 * i end)
end)

-- `warplens check stencil` fails; way=shared mends it.
expect("each element is loaded about once", function(r)
  at_most(r.global.load.bytes_asked, 4 * (n + 2 * n // B))
end)
