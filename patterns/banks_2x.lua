title "Banks of cc 2.x: 32, and whole warps"
about [[
Fermi serves the whole warp from 32 banks, and hands out any number of words at once.
Lanes of the two halves, which never met before, now use the same banks together. Who
loses by that, and who gains?]]
lesson{ topic = "Shared memory", order = 192, level = 3, minutes = 4,
        flip = "read=chars, read=doubles" }
arch "2.0"

-- What can be changed: on the command line (read=chars) or in the screen.
local read = param("read", "halves", {
  values = { "halves", "chars", "doubles", "pairs" },
  help = "f[i % 16 + 32 * (i // 16)], char s[i], double d[i], f[i // 2]",
})

grid(1)
block(32)

local output = global("output", float, 32)
local f = shared("f", float, 64)
local s, d = as(char, f), as(double, f)

function kernel()
  local i = threadIdx.x
  f[i] = i
  f[i + 32] = i + 32
  __syncthreads()
  ::read::
  if read == "halves" then
    output[i] = f[i % 16 + 32 * (i // 16)]
  elseif read == "chars" then
    output[i] = s[i]
  elseif read == "doubles" then
    output[i] = d[i]
  else
    output[i] = f[i // 2]
  end
end

local why <const> = {
  halves  = "words 0 and 32 are in bank 0: one for each half, now in one warp",
  chars   = "four lanes want each of 8 words: any word goes to all who want it",
  doubles = "two words a lane: each half-warp of 16 fills the 32 banks on its own",
  pairs   = "16 words in 16 banks, each for two lanes",
}

at("read", {
  title = "read=" .. read,
  notes = "halves: words 0 and 32 share bank 0, one for each half-warp. With :arch 1.3 halves " ..
    "never met. pairs took 2 steps a half-warp there, and is one here: any word is multicast.",
  ask = { figure = "wavefronts", text = "How many passes does it take?", choices = { 1, 2, 4, 8 },
    because = why[read] },
})

expect("passes of a whole warp", function(r)
  local cc = tonumber(r.cc)
  if cc < 2 or cc >= 3 then return true end -- other banks
  equal(r.shared.load.wavefronts, ({ halves = 2, chars = 1, doubles = 2, pairs = 1 })[read])
end)
