title "A stride through the banks"
about [[
Word w of shared memory lies in bank w mod 32. A bank serves one word at
a time; what all banks serve together is a wavefront. Four words of one
bank are a conflict of 4 ways. The lanes read every second word, every
third, or every 32nd. Which strides cost nothing?]]
lesson{ topic = "Shared memory", order = 110, level = 1, minutes = 6,
        flip = "stride=3, stride=32, stride=33" }

-- What can be changed: on the command line (stride=3) or in the screen.
local stride = param("stride", 2, { min = 0, max = 33, help = "words from one lane to the next" })

grid(1)
block(32)

local output = global("output", float, 32)
local s = shared("s", float, 33 * 31 + 1)

function kernel()
  local i = threadIdx.x
  for k = i, #s - 1, 32 do s[k] = k end
  __syncthreads()
  ::read::
  output[i] = s[i * stride]
end

-- Ways of the conflict, as the rule of the greatest common divisor has them.
local function gcd(a, b) return b == 0 and a or gcd(b, a % b) end

local function words_in_banks()
  local ways = gcd(stride, 32)
  if ways == 1 then return "1 word in each bank" end
  return ways .. " words in " .. (ways == 32 and "one bank" or "each of " .. 32 // ways .. " banks")
end

at("read", {
  title = "s[lane * " .. stride .. "]",
  notes = "Let them fill in the table first: 1, 2, 3, 4, 8, 16, 32, 33. Then 0: no conflict but " ..
    "a broadcast. Space plays the wavefronts. Counters of millions of loads are a few in ten " ..
    "thousand higher: arbitration.",
  ask = { figure = "wavefronts", array = s, choices = { 1, 2, 4, 8, 16, 32 },
    because = stride == 0 and "one word for all lanes: the bank reads it once"
      or "gcd(" .. stride .. ", 32) = " .. gcd(stride, 32) .. ": " .. words_in_banks(),
    counted = { chip = "H200", wavefronts = stride == 0 and 1 or gcd(stride, 32) } },
})

-- What an H200 counted for 2,162,688 such loads; arbitration adds some in ten thousand.
for _, c in ipairs {
  { 0, 2162903 },
  { 1, 2162853 },
  { 2, 4325781 },
  { 4, 8651540 },
  { 16, 34603433 },
} do
  measured{ chip = "H200", with = { stride = c[1] }, times = 2162688,
            shared = { load = { wavefronts = c[2] } } }
end

expect("ways are gcd(stride, 32), or a broadcast", function(r)
  if tonumber(r.cc) < 5 then return true end -- other banks
  equal(r.shared.load.ways, stride == 0 and 1 or gcd(stride, 32))
  equal(r.shared.excess_wavefronts, r.shared.load.ways - 1)
end)
