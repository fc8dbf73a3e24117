title "A stride through memory"
about [[
Every lane reads the element `stride` further on than its neighbour. With
stride 1 the warp asks for bytes that lie side by side; with more, it pays for
bytes that nobody wants.]]
lesson{ topic = "Global memory", order = 20, level = 1, minutes = 5, flip = "stride=1" }

-- What can be changed: on the command line (stride=8) or in the screen.
local stride = param("stride", 2, { min = 0, max = 64, help = "elements from lane to lane" })
local offset = param("offset", 0, { min = 0, max = 64, help = "elements before the first one" })
local kind   = param("type", "float", {
  values = { "char", "short", "float", "double", "float2", "float4" },
  help = "what one lane reads: 1, 2, 4, 8, 8 or 16 bytes",
})
local memory = param("memory", "global", {
  values = { "global", "shared" },
  help = "lines and sectors, or banks",
})

local types = { char = char, short = short, float = float,
                double = double, float2 = float2, float4 = float4 }
local type_of = types[kind]

-- One warp is enough to see everything: all warps do the same.
grid(1)
block(32)

local n = 64 + 64 * 31 + 1                 -- the farthest element, and one
local input  = global("input", type_of, n)
local output = global("output", type_of, 32)

-- Shared memory is small: room for what this stride needs, and no more.
local tile
if memory == "shared" then
  tile = shared("tile", type_of, offset + stride * 31 + 1)
end

function kernel()
  local tid = blockIdx.x * blockDim.x + threadIdx.x
  local i = tid * stride + offset

  if memory == "shared" then
    ::banks::
    tile[i] = input[tid]                   -- banks, on the way in
    __syncthreads()
    output[tid] = tile[i]                  -- and on the way out
  else
    ::sectors::
    output[tid] = input[i]                 -- lines and sectors
  end
end

at("banks", {
  ask = { figure = "wavefronts", array = tile,
    because = "a bank serves one word at a time: the fullest one decides" },
})

at("sectors", {
  ask = { figure = "sectors", array = input,
    because = "every sector of 32 bytes that a lane touches moves once" },
})

-- `warplens check stride` says what a stride wastes; stride=1 wastes nothing.
expect("no byte wasted", function(r)
  equal(r.global.load.excess_sectors, 0)
end)

expect("no bank has more than one word to serve", function(r)
  equal(r.shared.excess_wavefronts, 0)
end)
