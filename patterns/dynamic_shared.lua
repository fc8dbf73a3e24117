title "Several arrays in one block of shared memory"
about [[
extern __shared__ has one size, given at the launch, and all arrays that are declared so
begin at the same byte. Who wants three of them lays them out by hand. An odd number of
shorts, and floats behind them: where may these begin?]]
lesson{ topic = "Shared memory", order = 160, level = 3, minutes = 4,
        flip = "shorts=127, shorts=127 order=down" }

-- What can be changed: on the command line (shorts=127) or in the screen.
local shorts = param("shorts", 128, { min = 32, max = 160, help = "elements of the first array" })
local order = param("order", "up", {
  values = { "up", "down" },
  help = "shorts, floats, ints, as in a well-known example; or the shorts last",
})

grid(1)
block(32)

local FLOATS <const>, INTS <const> = 64, 256
local input  = global("input", float, 32):fill(function(i) return i end)
local output = global("output", float, 32)

-- Bytes from the start of the block to each array, and to the end of all.
local function up(byte, to) return (byte + to - 1) // to * to end
local first <const> = order == "up" and 2 * shorts or 0
local floats_at <const> = up(first, 4)     -- without up(), 127 shorts end the run here
local ints_at <const> = floats_at + 4 * FLOATS
local shorts_at <const> = order == "up" and 0 or ints_at + 4 * INTS
local bytes <const> = order == "up" and ints_at + 4 * INTS or shorts_at + 2 * shorts

local s = shared("s", char, up(bytes, 4))  -- extern __shared__ char s[];
local a = as(short, s, shorts_at)
local b = as(float, s, floats_at)
local c = as(int, s, ints_at)

function kernel()
  local t = threadIdx.x
  ::shorts::
  a[t] = t
  b[t] = input[t]
  ::ints::
  c[t] = t
  __syncwarp()
  output[t] = a[t] + b[t] + c[t]
end

at("shorts", {
  title =
    shorts .. " shorts, 64 floats, 256 ints" .. (order == "up" and "" or ", the shorts last"),
  notes = "Texts cast &shorts[128] to float *: right by luck, 256 is a multiple of 4. With 127 " ..
    "it is a misaligned address: leave up() out in line 26 and run it. Large elements first " ..
    "need no care.",
  ask = { text = order == "up" and shorts .. " shorts come first. Which is the first byte where " ..
      "floats may begin?"
      or "Floats, ints, then " .. shorts .. " shorts. At which byte do the floats begin?",
    array = a, answer = floats_at,
    choices = offer(0, shorts, 2 * shorts, up(2 * shorts, 4), 4 * shorts),
    because = order == "down" and "first: nothing stands before them"
      or shorts % 2 == 0 and 2 * shorts .. " bytes of shorts are a multiple of 4"
      or 2 * shorts .. " is no multiple of 4: the next one is " .. floats_at },
})

at("ints", {
  ask = { text = "How many bytes does the launch have to ask for?", array = c, answer = bytes,
    choices = offer(shorts + 320, 2 * shorts + 1280, bytes, 4 * shorts + 1280),
    because = order == "up" and floats_at .. " + 256 + 1024" ..
        (shorts % 2 == 0 and "" or ", the gap included")
      or "256 + 1024 + " .. 2 * shorts .. ": no gap" },
})

expect("no array lies in another", function(r)
  same(r.arrays.output, function(i) return 3 * i end)
end)
