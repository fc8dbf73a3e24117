title "The claims, settled: shuffles and sources"
about [[
What is in print of shuffles and of constant memory, what a text leaves out, and where
the vendor's own pages do not agree. Each number here has a source; some sources are
wrong, and then the hardware says so.]]
lesson{ topic = "The claims, settled", order = 840, level = 3, minutes = 8,
        flip = "width=2, width=2 stride=1, width=2 stride=1 --arch=3.5" }

-- What can be changed: on the command line (width=2) or in the screen.
local width = param("width", 1, { values = { 1, 2, 4, 8, 16, 32 }, help = "lanes of a group" })
local stride = param("stride", 0, { min = 0, max = 31, help = "words from lane to lane, claim 3" })

grid(1)
block(32)

local all <const> = 0xffffffff
local lookup = constant("lookup", float, 1024):fill(function(i) return i end)
local words  = shared("words", float, 64)
local output = global("output", float, 32)

function kernel()
  local lane = laneid()
  words[lane], words[lane + 32] = lane, lane + 32
  __syncwarp()

  ::width::
  local v = __shfl_up_sync(all, lane, 1, width)

  ::without_sync::
  v = v + __shfl_sync(all, lane, 0)

  ::table::
  v = v + lookup[stride * lane]
  ::cache::
  v = v + lookup[stride * lane]

  ::banks::
  v = v + words[lane % 2 * 32]

  ::sizes::
  output[lane] = v
end

at("width", {
  title = "Claim 1: a shuffle has a width of 2 to 32",
  notes = "The vendor says: a power of two, from 1 on. With 1 each lane is a group, and up and " ..
    "down give it its own. Behind the last slide the width is 2.",
  ask = { figure = "result", lane = 5, choices = { 4, 5, 6 },
    text = "'The width is 2 to 32.' Here it is " .. width .. ": what does lane 5 get from " ..
      "the lane below?",
    because = width == 1 and "false: 1 is one, each lane a group; an H200 gave lane 5 its own"
      or "true of " .. width .. ": lane 4 is in its group; an H200 took it from there, too" },
})

at("without_sync", {
  title = "Claim 2: __shfl(v, 0) hands out the value of lane 0",
  notes = "It did, up to cc 6.x. Write __shfl(lane, 0) here, and see the error; with --arch 6.1 " ..
    "it runs. The mask says who takes part, since lanes need not keep step.",
  ask = { text = "'__shfl(v, 0) gives all lanes the value of lane 0.' And on cc 9.0?",
    choices = { "the same", "other values", "no such call" }, answer = "no such call",
    because = "true up to cc 6.x; since 7.0 it is __shfl_sync(mask, v, 0) alone" },
})

at("table", {
  title = "Claim 3: the constant cache has 8 KB, from cc 5.0 on 10",
  notes = "True of 5.0 and 5.2. With :arch 6.0 it is 4 KiB, and 8 again from 6.1 on. The same " ..
    "text has the best of it: one word for all lanes is a single pass; behind the last slide " ..
    "each lane has its own word.",
  ask = {
    figure = "wavefronts", text = (stride == 0 and "'One word for all lanes is a single pass.'"
      or "Each lane reads a word of its own.") .. " How many passes of the constant cache?",
    array = lookup, choices = { 1, 2, 4, 16, 32 },
    counted = stride <= 2 and { chip = "H200", wavefronts = stride == 0 and 1 or 32 } or nil,
    because = stride == 0 and "true: a pass for every different word, and here is one"
      or "a pass for every different word: 32 here" },
})

at("cache", {
  ask = { text = "'From cc 5.0 on the constant cache has 10 KB.' How many KiB on cc 9.0?",
    array = lookup, choices = { 4, 8, 10, 64 }, answer = 8,
    because = "true of cc 5.x, false since: 4 on 6.0, then 8; 64 is what it caches" },
})

at("banks", {
  title = "Claim 4: Kepler's banks have 8 bytes",
  notes = "That is all it says. In the mode of 4 bytes the bank of 8 holds words i and i + 32 " ..
    "of a row of 64, in that of 8 neighbours: lesson banks_3x. Behind the last slide it is 3.5: " ..
    "one wavefront, where 32 banks of 4 bytes take two.",
  ask = { figure = "wavefronts", array = words, choices = { 1, 2, 4, 32 },
    text = "'Banks have 8 bytes.' Lanes read words 0 and 32 in turns. How many wavefronts?",
    because = "true of Kepler, where the two come together; here they share a bank" },
})

at("sizes", {
  title = "Claim 5: cc 12.0 has 100 KB for L1 and shared memory",
  notes = "One edition of the vendor's guide has it in one row, and 28 to 128 KB in the next. " ..
    "Three more: shared memory of cc 7.5 is 32 or 64 KB; L2 of cc 9.0 is 50 MB on an H100, 60 " ..
    "on an H200. A size is of a chip.",
  ask = {
    text = "The guide: '100 KB' in one row, '28 to 128 KB' in another. How many KiB on cc 12.0?",
    array = output, choices = { 28, 100, 128 }, answer = 128,
    because = "both are true: 128 in all, of which shared memory can have 100" },
})

expect("the wavefronts of the claims", function(r)
  equal(r.constant.load.wavefronts, 2 * (stride == 0 and 1 or 32))
  at_most(r.shared.load.wavefronts, 2)
end)
