title "The claims, settled: shared memory"
about [[
Five claims about banks, in print or on the web. The class votes on each, then sees what
the model says, and what the counters of an H200 say about that instruction. How many of
the five hold today?]]
lesson{ topic = "The claims, settled", order = 810, level = 2, minutes = 10,
        flip = "pad=1, --arch=1.3" }

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

  ::claim1::
  sum = sum + s[0]

  ::claim2::
  sum = sum + s[t]
  ::claim2b::
  sum = sum + s[t * 16]

  ::claim3::
  sum = sum + tile[t][threadIdx.y]
  ::claim3b::
  sum = sum + tile[threadIdx.y][t]

  ::claim4::
  sum = sum + s[32]

  ::claim5::
  sum = sum + s[t % 2 * 16]
  ::all_five::
  output[t] = sum
end

-- What an H200 counted of the instruction.
local function counted(wavefronts) return { chip = "H200", wavefronts = wavefronts } end

at("claim1", {
  title = "Claim 1: all lanes read cache[0]",
  notes = "In print: '32-way conflict, 32 cycles, 1.024 ms'. The same page praises the " ..
    "broadcast.",
  ask = {
    figure = "wavefronts", text = "'32 lanes read cache[0]: a 32-way conflict.' How many " ..
      "wavefronts (cc 1.x: passes)?", choices = { 1, 2, 16, 32 }, counted = counted(1),
    because = "false: 1, not 32. One word is read once, for all lanes: a broadcast" },
})

at("claim2", {
  title = "Claim 2: cache[tid + i] has conflicts",
  notes = "In print as a way to avoid conflicts: cache[tid*16+i] instead of cache[tid+i], in " ..
    "a loop over i. Here is its first turn, i = 0; the others begin in another bank.",
  ask = { figure = "wavefronts", choices = { 1, 2, 16, 32 }, counted = counted(1),
    text = "'cache[tid + i] has conflicts.' How many wavefronts (cc 1.x: passes)?",
    because = "false: 32 words side by side are in 32 banks" },
})

at("claim2b", {
  ask = { figure = "wavefronts", choices = { 1, 2, 8, 16, 32 }, counted = counted(16),
    text = "'cache[tid * 16 + i] has none.' How many wavefronts (cc 1.x: passes)?",
    because = "false: banks 0 and 16 serve 16 words each, the others none" },
})

at("claim3", {
  title = "Claim 3: tile[tx][ty] is free, tile[ty][tx] is not",
  notes = "'threadIdx.x is the same inside a warp': it is y that is. Behind the last slide " ..
    "pad is 1, and both are free: that is what padding is for.",
  ask = {
    figure = "wavefronts", choices = { 1, 2, 16, 32 }, counted = counted(pad == 1 and 1 or 32),
    text = "'tile[tx][ty] is free of conflicts.' How many wavefronts (cc 1.x: passes)?",
    because = pad == 1 and "true with padding: rows of 33 words, and a bank for each lane"
      or "false: threadIdx.x runs fastest, so lanes go down a column, in one bank" },
})

at("claim3b", {
  ask = { figure = "wavefronts", choices = { 1, 2, 16, 32 }, counted = counted(1),
    text = "'tile[ty][tx] is a 32-way conflict.' How many wavefronts (cc 1.x: passes)?",
    because = "false: lanes go along a row, a bank for each" },
})

at("claim4", {
  title = "Claim 4: there is a bank 32",
  notes = "A picture of padding in print has banks 1 to 32 in row 1.",
  ask = {
    text = "'There is a bank 32.' In which bank does word 32 lie?", choices = { 0, 1, 31, 32 },
    answer = 0, because = "false: bank = word mod 32, on cc 1.x mod 16, so they begin at 0" },
})

at("claim5", {
  title = "Claim 5: 16 banks, and half a warp at a time",
  notes = "16 banks in a text of cc 1.x, 32 in one that names no GPU, and both are read " ..
    "today. Last comes cc 1.3, where claim 5 is true: words 0 and 16 share a bank, and each " ..
    "half of the warp takes two passes.",
  ask = {
    figure = "wavefronts", text = "'There are 16 banks.' Lanes read words 0 and 16 in turns: " ..
      "how many wavefronts (cc 1.x: passes)?", choices = { 1, 2, 4, 16 }, counted = counted(1),
    because = "true of cc 1.x, false since 2.0: here the words have a bank each" },
})

if pad == 1 then -- once, when all five have been voted on
  at("all_five", {
    title = "the five claims together",
    notes = "Go through them once more before this vote. The last settings are cc 1.3, where " ..
      "one of them holds.",
    ask = { text = "Without padding, as printed: how many of the five claims hold on cc 9.0?",
      array = output, choices = { 0, 1, 2, 3, 5 }, answer = 0,
      because = "none. Padding fixes half of claim 3; claim 5 was true of cc 1.x" },
  })
end

-- In the order of the claims: three of 1 and one of 16, the column, the row, two more.
expect("the wavefronts that were counted", function(r)
  if tonumber(r.cc) < 5 then return true end -- an H200 has counted
  equal(r.shared.load.wavefronts, 1 + 1 + 16 + (pad == 1 and 1 or 32) + 1 + 1 + 1)
end)
