title "char, double, float4 in 32 banks"
about [[
A bank serves a word of 4 bytes at a time. Lanes read chars, floats, doubles or float4
side by side: four chars share a word, a double takes two words, a float4 takes four. Are
these bank conflicts?]]
lesson{ topic = "Shared memory", order = 130, level = 2, minutes = 4,
        flip = "type=float4, type=char" }

-- What can be changed: on the command line (type=float4) or in the screen.
local kind = param("type", "double", {
  values = { "char", "short", "float", "double", "float4" },
  help = "what each lane reads: 1, 2, 4, 8 or 16 bytes",
})
local types = { char = char, short = short, float = float, double = double, float4 = float4 }

grid(1)
block(32)

local output = global("output", types[kind], 32)
local s = shared("s", types[kind], 32)
local bytes <const> = sizeof(s) // 32

function kernel()
  local i = threadIdx.x
  s[i] = output[i]
  __syncthreads()
  ::read::
  output[i] = s[i]
end

at("read", {
  title = "32 lanes of " .. bytes .. (bytes == 1 and " byte" or " bytes") .. ", side by side",
  notes = "Not conflicts: 256 bytes cannot leave in one wavefront of 128. Show it with :arch " ..
    "1.3: there chars do clash, and doubles take 8 wavefronts.",
  ask = { figure = "wavefronts", array = s, choices = { 1, 2, 4, 8, 32 },
    because = bytes > 4 and 8 * bytes .. " words; a wavefront has 32, one of each bank"
      or "32 lanes want " .. 8 * bytes .. " words: each in a bank of its own",
    counted = { chip = "H200", wavefronts = max(1, bytes // 4) } },
})

expect("as few wavefronts as the bytes allow", function(r)
  if tonumber(r.cc) < 5 then return true end -- other banks
  equal(r.shared.load.wavefronts, max(1, bytes // 4))
  equal(r.shared.excess_wavefronts, 0)
end)
