title "The claims, settled: global memory"
about [[
Claims about strides, alignment and vectors, in print or on the web. Some count
transactions of 128 bytes, as cc 2.x moved them. Vote, then see what is moved, and what
the counters of an H200 say.]]
lesson{ topic = "The claims, settled", order = 820, level = 2, minutes = 7, flip = "stride=16" }

local stride = param("stride", 32, { values = { 2, 16, 32 }, help = "of claims 1 and 2" })

grid(1)
block(32)

local input  = global("input", float, 1024):fill(function(i) return i end)
local vector = as(float4, input)
local fresh  = global("fresh", float, 32) -- read by claim 6 alone
local output = global("output", float, 32)

function kernel()
  local t, sum = threadIdx.x, 0

  ::stride::
  sum = sum + input[t * stride % 1024]

  ::bandwidth::
  sum = sum + input[(t * stride + 1) % 1024]

  ::shifted::
  sum = sum + input[t + 1]

  ::aligned::
  sum = sum + input[t + 8]

  ::vector::
  local v = vector[t]
  sum = sum + v.x

  ::hits::
  output[t] = sum + fresh[t]
end

-- What is in print for a stride, the sectors that an H200 counted, its GB/s of copies.
local row = ({
  [2]  = { percent = 50, sectors = 8, gbps = 2300, left = 90, choices = { 25, 50, 75, 90 } },
  [16] = { percent = 6, sectors = 32, gbps = 520, left = 20, choices = { 3, 6, 20, 50 } },
  [32] = { percent = 3, sectors = 32, gbps = 453, left = 18, choices = { 3, 6, 18, 50 } },
})[stride]
local function counted(sectors) return { chip = "H200", sectors = sectors } end

at("stride", {
  title = "Claim 1: stride 16 is 6 %, stride 32 is 3 %",
  notes = "Print counts lines of 128 bytes, of which there are 16 and 32. stride=2 is 50 % both " ..
    "ways. Type :arch 2.0: there it was true.",
  ask = { figure = "efficiency", text = "'Stride " .. stride .. " uses " .. row.percent ..
      " % of what is moved.' About how many percent?", choices = { 3, 6, 12, 50 },
    counted = counted(row.sectors),
    because = stride == 2 and "true: 4 of the 8 floats of each sector"
      or "true of cc 2.x, false today: 1 float of 8 in each sector is 12.5 %" },
})

at("bandwidth", {
  title = "Claim 2: … and so is the bandwidth",
  notes = "The same table in print: 3 % of the transactions, 3 % of the bandwidth. This one is " ..
    "no figure of the model: an H200 copied 2^25 floats.",
  ask = {
    text = "'Stride " .. stride .. " leaves " .. row.percent .. " % of the bandwidth.' How " ..
      "many percent does an H200 have left?", choices = row.choices, answer = row.left,
    because = "false: it copied " .. row.gbps .. " GB/s, and 2554 GB/s with stride 1" },
})

at("shifted", {
  title = "Claim 3: arr[tid + 1] is 50 %",
  notes = "Two transactions of 128 bytes on cc 2.0; 5 sectors now.",
  ask = { figure = "efficiency", text = "'arr[tid + 1] wastes half.' How many percent are used?",
    choices = { 12, 50, 57, 80, 100 }, counted = counted(5),
    because = "true of cc 2.x, false today: 5 sectors, where 4 would do" },
})

at("aligned", {
  title = "Claim 4: aligned is an even multiple",
  notes = "Element 8 is at byte 32: an odd multiple of 32.",
  ask = { figure = "sectors", text = "'Aligned is an even multiple of 32.' The warp reads 128 " ..
      "bytes from byte 32 on. How many sectors?",
    choices = { 4, 5, 6, 8, 32 }, counted = counted(4),
    because = "false: any multiple of 32, odd or even, begins a sector" },
})

at("vector", {
  title = "Claim 5: float4 is four times as efficient",
  notes = "Four times the bytes, for one request. An H200 copied 3929 GB/s with float4 and 2554 " ..
    "with float: 1.5 times.",
  ask = {
    figure = "efficiency", text = "'float4 is 4 times as efficient.' How many percent are used?",
    choices = { 25, 50, 100, 400 }, counted = counted(16),
    because = "false: 100 %, as with float: 512 bytes are 16 sectors" },
})

at("hits", {
  title = "Claim 6: of 32 lanes, 1 misses and 31 hit",
  notes = "So 'sequential reads hit L1 by 96.9 %'. An H200 that copied 2^18 floats asked for " ..
    "32,768 sectors, and none was in L1: it is coming back that makes hits.",
  ask = {
    figure = "requests", text = "'A warp asks L1 32 times: 1 miss, 31 hits.' How many requests?",
    choices = { 1, 2, 4, 32 }, counted = { chip = "H200", requests = 1 },
    because = "false: one request of 4 sectors, and all 4 miss the first time" },
})

expect("six loads are six requests", function(r)
  if tonumber(r.cc) < 5 then return true end -- split by half-warps, or by width
  equal(r.global.load.requests, 6)
end)
