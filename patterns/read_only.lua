title "The read-only path, and what became of it"
about [[
On cc 3.5 a load through L1 moves a whole line of 128 bytes. __ldg() goes by the texture
cache instead, in parts of 32 bytes; the memory must not change while the kernel runs.
What is that worth, then and now?]]
lesson{ topic = "Other memories", order = 435, level = 3, minutes = 3, flip = "way=ldg" }
arch "3.5:l1=ca"

-- What can be changed: on the command line (way=ldg) or in the screen.
local way = param("way", "L1", {
  values = { "L1", "ldg" },
  help = "L1: a plain load, with -dlcm=ca; ldg: __ldg(), the read-only path",
})
local stride = param("stride", 33, { min = 1, max = 64, help = "elements from lane to lane" })

grid(1)
block(32)

local input  = global("input", float, 64 * 31 + 1)
local output = global("output", float, 32)

function kernel()
  local i = threadIdx.x
  mark("32 lanes, far apart",
       "A compiler takes this path by itself for const float *__restrict__. Ask for both ways, " ..
       "then press a to cc 9.0, where they cost the same.")
  ask{ figure = "bytes_moved", text = "How many bytes are moved?", array = input,
       choices = { 128, 1024, 4096 },
       because = way == "L1" and "32 lines of 128 bytes, for 4 bytes of each"
         or "32 parts of 32 bytes, for 4 bytes of each" }
  if way == "ldg" then
    output[i] = __ldg(input, i * stride)
  else
    output[i] = input[i * stride]
  end
end

-- `warplens check read_only` fails; way=ldg mends it.
expect("32 bytes for each lane, and no more", function(r)
  at_most(r.global.load.bytes_moved, 32 * 32)
end)
