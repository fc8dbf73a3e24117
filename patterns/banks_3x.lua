title "Banks of cc 3.x: 8 bytes, two modes"
about [[
Kepler's 32 banks give 8 bytes at a time. A mode says which: in that of 4 bytes, words i
and i + 32 of one row of 64 come together; in that of 8, neighbours. Which strides are
free in each of them?]]
lesson{ topic = "Shared memory", order = 194, level = 3, minutes = 4,
        flip = "stride=2, stride=3, stride=3 --arch=3.5:banks=8" }
arch "3.5"

-- What can be changed: on the command line (stride=2) or in the screen.
local stride = param("stride", 4, { min = 0, max = 64, help = "floats from lane to lane" })

grid(1)
block(32)

local output = global("output", float, 32)
local s = shared("s", float, 64 * 31 + 1)

function kernel()
  local i = threadIdx.x
  for k = i, #s - 1, 32 do s[k] = k end
  __syncthreads()
  ::read::
  output[i] = s[i * stride]
end

at("read", {
  title = "s[lane * " .. stride .. "], banks of 8 bytes",
  notes = "The key o changes the mode: cudaSharedMemBankSizeFourByte, EightByte. Try 2, 3, 32, " ..
    "33. Only cc 3.x had the choice; from 5.0 on banks have 4 bytes again.",
  ask = { figure = "wavefronts", text = "How many passes does it take?", array = s,
    choices = { 1, 2, 4, 8, 16, 32 },
    because = "rows are 256 bytes: a bank serves one row at a time" },
})

-- Rows of 256 bytes that lanes want of one bank, at most: in the mode of 4 bytes, or of 8.
local function passes(words)
  local rows, most = {}, 0
  for lane = 0, 31 do
    local bank = lane * stride // words % 32
    local row = lane * stride // 64
    rows[bank] = rows[bank] or {}
    rows[bank][row] = true
    local count = 0
    for _ in pairs(rows[bank]) do count = count + 1 end
    most = max(most, count)
  end
  return most
end

expect("a pass for each row that a bank has to serve", function(r)
  local cc, n = tonumber(r.cc), r.shared.load.wavefronts
  if cc < 3 or cc >= 4 then return true end -- banks of 4 bytes, and no mode
  return n == passes(1) or n == passes(2)
end)
