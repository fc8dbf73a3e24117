title "float, float2, float4"
about [[
A thread copies four floats: one by one, in pairs, or all at once. Many texts claim that
float4 is four times as fast. What does a vector save: bytes, sectors, or instructions?]]
lesson{ topic = "Global memory", order = 70, level = 2, minutes = 4, flip = "width=2, width=4" }

-- What can be changed: on the command line (width=4) or in the screen.
local width = param("width", 1, { values = { 1, 2, 4 }, help = "floats that a lane moves at once" })

local n <const> = 4096                     -- floats; 4 for each thread
grid(4)
block(256)  assert(blockDim.x % 32 == 0 and blockDim.y == 1, "this lesson is about whole warps")

local input  = global("input", float, n):fill(function(i) return i end)
local output = global("output", float, n)
local vector = ({ float, float2, [4] = float4 })[width]
local from, to = as(vector, input), as(vector, output)

function kernel()
  local threads = gridDim.x * blockDim.x
  ::copy::
  for i = blockIdx.x * blockDim.x + threadIdx.x, n // width - 1, threads do
    to[i] = from[i]
  end
end

at("copy", {
  title = "one warp, " .. width * 4 .. " bytes a lane",
  notes = "The claim is 'float4 is 4 times as fast'. Sectors: 16 for a float4, 4 for each of " ..
    "four floats. An H200 copied 2554 GB/s with float, 3929 with float4: 1.5 times, with a " ..
    "quarter of the requests.",
  ask = { figure = "sectors", array = input, choices = { 1, 4, 8, 16 },
    because = 128 * width .. " bytes side by side, in sectors of 32",
    counted = { chip = "H200", sectors = 4 * width } },
})

-- What an H200 counted with 64 times as many elements, and its bandwidth with 2^25.
measured{ chip = "H200", with = { width = 1 }, times = 64,
          gbps = 2554.4, size = "2 arrays of 2^25 floats",
          global = { load = { requests = 8192, sectors = 32768 } } }
measured{ chip = "H200", with = { width = 4 }, times = 64,
          gbps = 3929.1, size = "2 arrays of 2^25 floats",
          global = { load = { requests = 2048, sectors = 32768 } } }

expect("the copy is one", function(r)
  same(r.arrays.output, function(i) return i end)
end)

expect("the same sectors, whatever the width", function(r)
  if tonumber(r.cc) < 5 then return true end -- other segments
  equal(r.global.load.sectors, n // 8)
end)

expect("a request for each " .. 32 * width .. " floats", function(r)
  if tonumber(r.cc) < 5 then return true end -- wide ones are split
  equal(r.global.load.requests, n // (32 * width))
end)
