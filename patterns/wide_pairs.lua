title "When two half-warps go together"
about [[
A wavefront carries 128 bytes, so 32 lanes that read 8 bytes each take two: half a warp
at a time. What if neighbours want the same 8 bytes? Half is left then. Does the
hardware see that, and does it still where banks conflict?]]
lesson{ topic = "Shared memory", order = 170, level = 3, minutes = 4,
        flip = "lanes=alone, lanes=conflict" }

-- What can be changed: on the command line (lanes=conflict) or in the screen.
local lanes = param("lanes", "pairs", {
  values = { "alone", "pairs", "conflict" },
  help = "a double for each lane; for two neighbours; the same, two of them in one bank",
})

grid(1)
block(32)

local output = global("output", double, 32)
local s = shared("s", double, 32)

-- In "conflict", the elements that pairs of lanes read: as they were drawn for the H200.
-- Double k lies in banks 2 k and 2 k + 1, and so does double k + 16.
local drawn <const> = { 16, 8, 0, 2, 13, 29, 10, 2, 24, 12, 22, 6, 13, 27, 12, 31 }
local element = ({
  alone    = function(i) return i end,
  pairs    = function(i) return i // 2 end,
  conflict = function(i) return drawn[i // 2 + 1] end,
})[lanes]

-- Both halves on their own, or together: what the fullest bank has.
local wavefronts <const> = ({ alone = 2, pairs = 1, conflict = 2 })[lanes]

function kernel()
  local i = threadIdx.x
  s[i] = i
  __syncthreads()
  ::read::
  output[i] = s[element(i)]
end

at("read", {
  title = "doubles, lanes: " .. lanes,
  notes = "'Only a warp without conflicts has its halves merged' is on the net. With " ..
    "lanes=conflict each half has 2 ways: 4 in turn, 2 merged, and an H200 took 2. Stores are " ..
    "never merged, and of cc 5.x and 6.x (:arch 6.1) it is not known.",
  ask = { figure = "wavefronts", array = s, choices = { 1, 2, 4, 8, 14 },
    because = lanes == "alone" and "256 bytes, and a wavefront carries 128"
      or lanes == "pairs" and "lanes want what their neighbours want: the halves go together"
      or "the halves go together here, too: two words in the fullest bank",
    counted = lanes ~= "pairs" and { chip = "H200", wavefronts = wavefronts } or nil },
})

expect("every lane has its double", function(r)
  same(r.arrays.output, element)
end)

expect("neighbours that share are served together", function(r)
  if tonumber(r.cc) < 7 then return true end -- other rules
  equal(r.shared.load.wavefronts, wavefronts)
end)
