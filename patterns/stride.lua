title "A stride through memory"
about [[
Each lane reads an element that lies a stride after its neighbour's. With stride 1 the
elements lie side by side. How many sectors does a warp move with stride 2, 8 and 32, and
where does the number stop growing?]]
lesson{ topic = "Global memory", order = 20, level = 1, minutes = 8,
        flip = "stride=8, stride=32, stride=1" }

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
block(32)  assert(blockDim.x * blockDim.y == 32, "this lesson is about one warp")

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

  ::start::
  if memory == "shared" then
    ::banks::
    tile[i] = input[tid]                   -- banks, on the way in
    __syncthreads()
    output[tid] = tile[i]                  -- and on the way out
  else
    ::sectors::
    local value = input[i]                 -- lines and sectors
    ::store::
    output[tid] = value
  end
end

-- What a stride of floats alone comes to: a line of the table.
local plain <const> = memory == "global" and kind == "float" and offset == 0
local sectors <const> = stride == 0 and 1 or min(4 * stride, 32)
local lines <const> = min(31 * stride // 32 + 1, 32)

-- As many sectors as with 8, but half the speed.
local slower <const> = plain and (stride == 16 or stride == 32)

-- Strides between have as many answers as there are generations: there a number is typed.
local votes <const> = plain and stride > 0 and (stride <= 8 or stride % 16 == 0)

at("start", {
  title = "stride " .. stride .. ", " .. kind,
  notes =
    stride == 1 and plain and
    "This copies 2 arrays at 2554 GB/s. vadd moved 3 arrays at 3272: each of its threads has " ..
    "two loads on their way, which may be why; that was not measured. The copy by float4 in " ..
    "the lesson wide_loads has 3929."
    or
    "Fill in a table of floats for strides 1, 2, 4, 8, 16, 32. The sectors are 4, 8, 16, 32, " ..
    "32, 32: from 8 on each lane has a sector of its own. What is above the ideal is excess.",
})

at("banks", {
  ask = { figure = "wavefronts", array = tile,
    because = "a bank serves one word at a time: the fullest one decides" },
})

at("sectors", {
  ask = { figure = "sectors", array = input,
    choices = votes and offer(1, 4, 8, 16, 32, sectors, 4 * lines) or nil,
    because = plain and stride >= 8 and "lanes read " .. 4 * stride ..
        " bytes apart: each needs a sector of its own"
      or plain and stride > 0 and "the lanes span " .. 128 * stride .. " bytes: " .. sectors ..
        " sectors of 32 bytes"
      or "every sector of 32 bytes that a lane touches moves once",
    counted = plain and stride <= 8 and { chip = "H200", sectors = sectors } or nil },
})

if slower then
  at("store", {
    title = "stride " .. stride .. " moves as many sectors as stride 8",
    notes = "DRAM, the GPU's memory, read 32 bytes for each sector up to stride 8, and 64 from " ..
      "16 on. Strides 16 and 32 read as many bytes, at 520 and 453 GB/s. L1 looks up more lines " ..
      "with 32; whether that is the cause was not measured.",
    ask = {
      text = "An H200 copies 978 GB/s with stride 8. How many GB/s with stride " .. stride ..
        ", which moves as many sectors?",
      array = output, choices = { 245, stride == 16 and 520 or 453, 978, 2554 },
      answer = stride == 16 and 520 or 453,
      because = "from stride 16 on, the memory reads 64 bytes to deliver a sector of 32" },
  })
end

-- What an H200 counted in 8192 such warps: sectors loaded, and GB/s in 2^20 of them.
local counted = {
  { 1, 32768, 2554.4 },
  { 2, 65536, 2300.1 },
  { 3, 98304, 1920.0 },
  { 4, 131072, 1634.3 },
  { 5, 163840, 1434.7 },
  { 7, 229376, 1094.8 },
  { 8, 262144, 977.7 },
  { 16, 262144, 520.2 },
  { 32, 262144, 453.3 },
}
for _, c in ipairs(plain and counted or {}) do
  measured{ chip = "H200", with = { stride = c[1] }, times = 8192,
            global = { load = { sectors = c[2] }, store = { sectors = 32768 } },
            gbps = c[3], size = "2 arrays of 2^25 floats" }
end

expect("one load and one store, however far apart", function(r)
  if tonumber(r.cc) < 5 then return true end -- by half-warps, or by width
  equal(r.global.load.requests, 1)
  equal(r.global.store.requests, 1)
end)

if plain then
  expect(stride == 1 and "no byte wasted" or "sectors as in the table", function(r)
    if tonumber(r.cc) < 5 then return true end -- other segments
    equal(r.global.load.sectors, sectors)
  end)
end

local function gcd(a, b) return b == 0 and a or gcd(b, a % b) end

if memory == "shared" and kind == "float" then
  expect("the fullest bank decides", function(r)
    if tonumber(r.cc) < 5 then return true end -- other banks
    equal(r.shared.load.wavefronts, stride == 0 and 1 or gcd(stride, 32))
  end)
end
