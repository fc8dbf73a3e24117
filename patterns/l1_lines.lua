title "Through L1 or past it, on Fermi"
about [[
On cc 2.x the two caches move different things: L1 whole lines of 128 bytes, L2
sectors of 32. Here lanes that are far apart want 4 bytes each. What does the way
through L1 cost them, and for whom is it worth it?]]
lesson{ topic = "Global memory", order = 40, level = 3, minutes = 4, flip = "way=L2" }
arch "2.0"

-- What can be changed: on the command line (way=L2) or in the screen.
local way = param("way", "L1", {
  values = { "L1", "L2" },
  help = "L1: ld.ca, as -dlcm=ca; L2: ld.cg, as -dlcm=cg",
})
local stride = param("stride", 33, { min = 1, max = 64, help = "elements from lane to lane" })

grid(1)
block(32)

local input  = global("input", float, 64 * 31 + 1)
local output = global("output", float, 32)
local load   = way == "L1" and __ldca or __ldcg

function kernel()
  local i = threadIdx.x
  mark("32 lanes, far apart",
       "Ask for the bytes before the way is changed: 4096 through L1, 1024 past it. With " ..
       "stride=1 both move 128. Today (key a) L1 has sectors, too: 1024 either way.")
  ask{ figure = "bytes_moved", text = "How many bytes are moved?", array = input,
       choices = { 128, 1024, 4096 },
       because = "a transaction is a line of 128 bytes with L1, a sector of 32 without" }
  output[i] = load(input, i * stride)
end

-- `warplens check l1_lines` says what L1 moves in vain; way=L2 mends it.
expect("32 bytes for each lane, and no more", function(r)
  at_most(r.global.load.bytes_moved, 32 * 32)
end)
