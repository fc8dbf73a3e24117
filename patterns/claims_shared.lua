title "The claims, settled: shared memory"
about [[
Sentences about banks that are in print and on the net, one by one. The class votes
before the figure is shown. All are easily tested, and as printed, without padding,
none of them holds. The figures are the model's; its rule for banks is measured.]]
lesson{ topic = "The claims, settled", order = 810, level = 2, minutes = 7, flip = "pad=1" }

local pad = param("pad", 0, { min = 0, max = 1, help = "words behind each row of the tile" })

grid(1)
block(32)

local output = global("output", float, 32)
local s      = shared("cache", float, 512)
local tile   = shared("tile", float, 32, 32 + pad)

function kernel()
  local t, sum = threadIdx.x, 0
  for i = t, #s - 1, 32 do s[i] = i end
  for y = 0, 31 do tile[y][t] = y end
  __syncthreads()

  mark("Claim 1: all lanes read cache[0]",
       "In print: '32-way conflict, 32 cycles, 1.024 ms'. The same page praises the broadcast.")
  ask{ figure = "wavefronts", text = "'32 lanes read cache[0]: a 32-way conflict.' How many " ..
       "wavefronts?", choices = { 1, 2, 16, 32 }, because = "one word is read once: a broadcast" }
  sum = sum + s[0]

  mark("Claim 2: cache[tid + i] has conflicts",
       "In print as a way to avoid conflicts: cache[tid*16+i] instead of cache[tid+i].")
  ask{ figure = "wavefronts", text = "'cache[tid + 3] has conflicts.' How many wavefronts?",
       choices = { 1, 2, 16, 32 }, because = "32 words side by side are in 32 banks" }
  sum = sum + s[t + 3]
  ask{ figure = "wavefronts", text = "'cache[tid * 16 + 3] has none.' How many wavefronts?",
       choices = { 1, 2, 16, 32 }, because = "banks 3 and 19 serve 16 words each" }
  sum = sum + s[t * 16 + 3]

  mark("Claim 3: tile[tx][ty] is free, tile[ty][tx] is not",
       "'threadIdx.x is the same inside a warp': it is y that is. Then set pad=1: both are free.")
  ask{ figure = "wavefronts", text = "'tile[tx][ty] is free of conflicts.' How many wavefronts?",
       choices = { 1, 2, 16, 32 }, because = pad == 1 and
         "lanes go down a column, and rows of 33 words put each of them into another bank"
         or "threadIdx.x runs fastest: lanes go down a column, in one bank" }
  sum = sum + tile[t][threadIdx.y]
  ask{ figure = "wavefronts", text = "'tile[ty][tx] is a 32-way conflict.' How many wavefronts?",
       choices = { 1, 2, 16, 32 }, because = "lanes go along a row" }
  sum = sum + tile[threadIdx.y][t]

  mark("Claim 4: there is a bank 32", "The picture of padding in print has banks 1 to 32 in row 1.")
  ask{ text = "Word 32 of shared memory lies in which bank?", choices = { 0, 1, 31, 32 },
       answer = 0, because = "bank = word mod 32: they are numbered from 0 to 31" }
  sum = sum + s[32]
  output[t] = sum
end

expect("1, 1, 16, 32 or 1, 1, 1 wavefronts", function(r)
  equal(r.shared.load.wavefronts, 1 + 1 + 16 + (pad == 1 and 1 or 32) + 1 + 1)
end)
