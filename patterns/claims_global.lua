title "The claims, settled: global memory"
about [[
More sentences in print: strides of '6 %' and '3 %', a misalignment that halves the
bandwidth, vectors that are four times as fast. Some count in transactions of 128
bytes, as cc 2.x had them. Vote, then see what is moved today.]]
lesson{ topic = "The claims, settled", order = 820, level = 2, minutes = 7, flip = "stride=16" }

local stride = param("stride", 32, { values = { 2, 16, 32 }, help = "of claim 1, in floats" })

grid(1)
block(32)

local input  = global("input", float, 1024):fill(function(i) return i end)
local vector = as(float4, input)
local fresh  = global("fresh", float, 32) -- read by claim 5 alone
local output = global("output", float, 32)

function kernel()
  local t, sum = threadIdx.x, 0

  mark("Claim 1: stride 16 is 6 %, stride 32 is 3 %",
       "By lines of 128 bytes. stride=2 is 50 % both ways. Key A to cc 2.0: there it was true.")
  ask{ figure = "efficiency", text = "'A stride of " .. stride .. " uses " ..
       ({ [2] = 50, [16] = 6, [32] = 3 })[stride] .. " % of what is moved.' How many percent?",
       choices = { 3, 6, 12, 50 },
       because = (stride == 2 and "4 of 8 floats of each sector"
         or "one float of each sector, 12.5 %") .. "; cc 2.x moves whole lines" }
  sum = sum + input[t * stride % 1024]

  mark("Claim 2: arr[tid + 1] is 50 %", "Two transactions of 128 bytes on cc 2.0; 5 sectors now.")
  ask{ figure = "efficiency", text = "'arr[tid + 1] wastes half.' How many percent are used?",
       choices = { 25, 50, 80, 100 }, because = "5 sectors for 4; cc 2.x moves two lines" }
  sum = sum + input[t + 1]

  mark("Claim 3: aligned is an even multiple", "Element 8 is at byte 32: an odd multiple of 32.")
  ask{ figure = "sectors", text = "'Aligned is an even multiple of 32.' Sectors from byte 32 on?",
       choices = { 4, 5, 8 }, because = "any multiple of 32 begins a sector" }
  sum = sum + input[t + 8]

  mark("Claim 4: float4 is four times as efficient", "Four times the bytes, for one request.")
  ask{ figure = "efficiency", text = "'float4 is 4 times as efficient.' How many percent are used?",
       choices = { 25, 50, 100, 400 }, because = "100 %, as with float: 16 sectors for 512 bytes" }
  local v = vector[t]
  sum = sum + v.x

  mark("Claim 5: of 32 lanes, 1 misses and 31 hit", "So 'sequential reads hit L1 by 96.9 %'.")
  ask{ figure = "requests", text = "'A warp asks L1 32 times: 1 miss, 31 hits.' How many requests?",
       choices = { 1, 4, 32 }, because = "one request of 4 sectors, all missed the first time" }
  output[t] = sum + fresh[t]
end

expect("five loads are five requests", function(r)
  equal(r.global.load.requests, 5)
end)
