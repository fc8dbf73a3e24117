title "A stencil, and the halo of its tile"
about [[
Each output is the mean of three neighbours. Straight from global memory every element
is asked for three times, and two of three are misaligned; with a tile the block
loads each element once, and two more at its ends: the halo.]]
lesson{ topic = "Working together", order = 320, level = 1, minutes = 5, flip = "way=shared" }

-- What can be changed: on the command line (way=shared) or in the screen.
local way = param("way", "global", {
  values = { "global", "shared" },
  help = "three loads from global memory, or from a tile in shared memory",
})

local B <const>, n <const> = 256, 1024
grid(n // B)
block(B)
local input  = global("input", float, n + 2):fill(function(i) return 3 * i end)
local output = global("output", float, n)
local tile   = way == "shared" and shared("tile", float, B + 2)

-- The bandwidth of an H200.
measured{ chip = "H200", with = { way = "global" }, gbps = 2087.8, size = "2^25 floats" }

function kernel()
  local t = threadIdx.x
  local i = blockIdx.x * B + t             -- the middle is input[i + 1]
  mark("way: " .. way,
       "Ask for the requests to global memory first: 3 against 1, and the halo. Then the catch: " ..
       "L1 has most of what the other loads want. On an H200 the plain version read only 33,791 " ..
       "of 114,686 sectors from L2: it was not slow.")
  if way == "global" then
    ask{ figure = "sectors", array = input, choices = { 3, 4, 5, 12 },
         because = "32 floats are 4 sectors where they begin at a multiple of 32 bytes" }
    output[i] = (input[i] + input[i + 1] + input[i + 2]) / 3
  else
    tile[t + 1] = input[i + 1]
    if t == 0 then tile[0] = input[i] end
    if t == B - 1 then tile[B + 1] = input[i + 2] end
    __syncthreads()
    ask{ figure = "wavefronts", array = tile, choices = { 1, 2, 3 },
         because = "32 words side by side are in 32 banks, wherever they begin" }
    output[i] = (tile[t] + tile[t + 1] + tile[t + 2]) / 3
  end
end

expect("the mean of three neighbours is the middle one", function(r)
  same(r.arrays.output, function(i) return 3 * (i + 1) end)
end)

-- `warplens check stencil` fails; way=shared mends it.
expect("each element is loaded about once", function(r)
  at_most(r.global.load.bytes_asked, 4 * (n + 2 * n // B))
end)
