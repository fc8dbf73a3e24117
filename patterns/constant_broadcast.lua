title "A table in constant memory"
about [[
The constant cache serves one address in a pass: it is made for coefficients that all
lanes read together. Here the lanes read one word of a table, or words side by side, or
words 32 apart. Is side by side good here?]]
lesson{ topic = "Other memories", order = 410, level = 2, minutes = 4,
        flip = "stride=1, stride=32" }

-- What can be changed: on the command line (stride=1) or in the screen.
local stride = param("stride", 0, { min = 0, max = 32, help = "words from one lane to the next" })

grid(1)
block(32)

local table_of = constant("table", float, 1024):fill(function(i) return i end)
local output   = global("output", float, 32)

function kernel()
  local i = threadIdx.x
  ::lookup::
  output[i] = table_of[7 + stride * i]
end

if stride == 32 then
  at("lookup", {
    title = "table[7 + 32 * lane]: as fast as side by side?",
    notes = "As many passes were counted. An H200 read 27,392 bytes from DRAM, 12,288 with " ..
      "stride 1: 15 KB more. By the vendor an SM's constant cache works on 8 KB, so it probably " ..
      "misses; misses themselves were not counted.",
    ask = {
      text = "One word: 151 GB/s of results. Side by side: 7.9 GB/s. How fast are words 32 apart?",
      array = table_of, choices = { "0.9 GB/s", "7.9 GB/s", "151 GB/s" }, answer = "0.9 GB/s",
      because = "measured; a guess why: DRAM gave 15 KB more, the constant cache has 8" },
  })
else
  at("lookup", {
    title =
      "table[" .. (({ [0] = "7", "7 + lane" })[stride] or "7 + " .. stride .. " * lane") .. "]",
    notes = "Who knows global memory says: side by side is good. Not here. In shared memory the " ..
      "same table would be one wavefront with stride 1. An H200 made results at 151 GB/s with " ..
      "stride 0, and at 7.9 with 1.",
    ask = {
      figure = "wavefronts", text = "How many passes of the constant cache?", array = table_of,
      choices = { 1, 2, 4, 32 },
      because = "one pass for each address (counters add 2 for the arguments)" },
  })
end

-- What an H200 counted where 8192 warps read 64 words each, 2 passes for the arguments of
-- each warp included; and its bandwidth of results.
for _, c in ipairs { { 0, 540672, 150.6 }, { 1, 16793600, 7.9 }, { 32, 16793600, 0.9 } } do
  measured{ chip = "H200", with = { stride = c[1] }, times = 8192 * 64, gbps = c[3],
            size = "2^25 results", constant = { load = { wavefronts = c[2] } } }
end

expect("every lane has its word", function(r)
  same(r.arrays.output, function(i) return 7 + stride * i end)
end)

expect("a pass for every different word", function(r)
  if tonumber(r.cc) < 2 then return true end -- by half-warps
  equal(r.constant.load.wavefronts, stride == 0 and 1 or 32)
end)
