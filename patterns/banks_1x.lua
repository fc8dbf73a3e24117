title "Banks of cc 1.x: 16, and half-warps"
about [[
The first GPUs had 16 banks and served half-warps. Two lanes of different halves could
not clash; one word could be broadcast at a time, not several. What did that make of
chars side by side, of a stride of two, of lanes in pairs?]]
lesson{ topic = "Shared memory", order = 190, level = 3, minutes = 4,
        flip = "read=apart, read=stride2" }
arch "1.3"

-- What can be changed: on the command line (read=apart) or in the screen.
local read = param("read", "chars", {
  values = { "chars", "apart", "stride2", "pairs" },
  help = "char s[i], char s[4 * i], float f[2 * i], float f[i // 2]",
})

grid(1)
block(32)

local output = global("output", float, 32)
local f = shared("f", float, 64)
local s = as(char, f)

function kernel()
  local i = threadIdx.x
  f[i] = i
  f[i + 32] = i + 32
  __syncthreads()
  ::read::
  if read == "chars" then
    output[i] = s[i]
  elseif read == "apart" then
    output[i] = s[4 * i]
  elseif read == "stride2" then
    output[i] = f[2 * i]
  else
    output[i] = f[i // 2]
  end
end

at("read", {
  title = "read=" .. read .. ", two half-warps",
  notes = "chars clash here and nowhere since (key a). Stride 2 is 2-way with 16 banks as with " ..
    "32. pairs: 8 words for 16 lanes take 2 steps, since one word a step is broadcast.",
  ask = { figure = "wavefronts", text = "How many passes does it take?", choices = { 1, 2, 4, 8 },
    because = "each half-warp on its own; in each, one word for all who want it" },
})

-- Of each half-warp: 4 lanes clash, none, 2, or 2 words of 8 at a time.
expect("passes of two half-warps", function(r)
  if tonumber(r.cc) >= 2 then return true end -- whole warps
  equal(r.shared.load.wavefronts, ({ chars = 8, apart = 2, stride2 = 4, pairs = 4 })[read])
end)
