title "The claims, settled: caches and cycles"
about [[
Tables of sizes and cycles are copied from text to text, long after the chips that
they were of. Vote on each, at the instruction that it is about. View 7 draws the way
that its bytes take; where its numbers are from, the key y tells.]]
lesson{ topic = "The claims, settled", order = 830, level = 3, minutes = 10, flip = "kib=100" }

-- What can be changed: on the command line (kib=100) or in the screen.
local kib = param("kib", 12, { min = 1, max = 227, help = "KiB of shared memory of a block" })

grid(1)
block(32)

local input  = global("input", float, 32):fill(function(i) return i end)
local output = global("output", float, 32)
local buffer = shared("buffer", float, kib * 256)

function kernel()
  local t = threadIdx.x

  ::first::
  local v = input[t]

  ::shared::
  buffer[t] = v
  __syncwarp()
  ::latency::
  v = buffer[t]
  ::registers::
  v = v + buffer[t]

  ::l2::
  v = v + buffer[t]

  ::limit::
  v = v + buffer[t]

  ::stores::
  output[t] = v

  ::l1::
  v = v + input[t]

  ::control::
  v = v + __ldcg(input, t)

  ::size::
  v = v + input[t]

  ::arguments::
  output[t] = v
end

at("first", {
  title = "Claim 1: after one miss, 31 hits",
  notes = "In print: 600 cycles for lane 0, 30 for each other lane, 48 on average. A warp waits " ..
    "for its slowest sector. On an H200: 39 cycles to L1, 280 to L2, 694 to DRAM.",
  ask = { text = "'31 of 32 lanes hit L1.' How many of the 4 sectors of this first load do?",
    array = input, choices = { 0, 1, 3, 4 }, answer = 0,
    because = "false: all four come from further on, and the warp waits for all" },
})

at("shared", {
  title = "Claim 2: registers take one cycle, and shared memory, too",
  notes = "Registers are said to take 1, shared memory 1, 10 or 30. View 7, behind F5, has " ..
    "both: 29 cycles on an H200 by a pointer chase, 23 to 33 on what came since cc 7.0; and 4 " ..
    "for a register, with an f: folklore.",
})

at("latency", {
  ask = { text = "'Shared memory takes 1 cycle.' How many on an H200, without a conflict?",
    array = buffer, choices = { 1, 10, 29, 280 }, answer = 29,
    because = "false: 29 from address to value, where L1 takes 39 and L2 280" },
})

at("registers", {
  ask = {
    text = "'Registers take 1 cycle.' What is known of one alone since cc 7.0?", array = buffer,
    choices = { "1, measured", "4, measured", "4, folklore" }, answer = "4, folklore",
    because = "unproven, as 4 is: widely quoted, no measurement found" },
})

at("l2", {
  title = "Claim 3: … and still goes through L2",
  notes = "F5 and view 7 show it: the way of this load ends in the SM.",
  ask = { text = "'Shared memory still goes through L2.' How many bytes of this load do?",
    array = buffer, choices = { 0, 32, 128 }, answer = 0,
    because = "false: shared memory lies in the SM, and nothing goes further" },
})

at("limit", {
  title = "Claim 4: a block has 48 KB at most",
  notes = "48 KiB are what a kernel has without asking; cudaFuncSetAttribute() gives more. " ..
    "Behind the last slide a block has 100, and the vote is where that does not fit. Then try " ..
    "it, with :arch 8.9.",
  ask = kib > 99 and kib <= 163 and {
    text = "This block has " .. kib .. " KiB, and runs on cc 9.0. Where does it not fit?",
    array = buffer, choices = { "cc 8.0", "cc 8.9", "both" }, answer = "cc 8.9",
    because = "99 KiB on cc 8.9, 163 on 8.0; 48 are what one has without asking",
  } or {
    text = "'A block has at most 48 KB.' How many KiB on cc 9.0?", array = buffer,
    choices = { 48, 99, 164, 227 }, answer = 227,
    because = "true of cc 2.0 to 6.1, false today: 64 on 7.5, 163 on 8.0, 99 on 8.9",
  },
})

at("stores", {
  title = "Claim 5: stores are never cached",
  notes = "True of L1 on cc 2.x and 3.x. F5 and view 7 at this store: it goes through L1 since " ..
    "cc 7.0, and comes to L2 on every generation that has one.",
  ask = { text = "'Stores cannot be cached.' Which caches does this one write into on cc 9.0?",
    array = output, choices = { "none", "L2", "L1 and L2" }, answer = "L1 and L2",
    because = "false: L1 keeps what it writes through, L2 writes to DRAM later" },
})

at("l1", {
  title = "Claim 6: from cc 3.x on L1 has local memory only",
  notes = "Type :arch 3.0: there it is so. 3.5 and 5.2 could choose, from 6.0 on loads go " ..
    "through L1 by default. Claim 1 loaded these words: now they are there.",
  ask = { text = "'Since cc 3.x L1 has local memory only.' Are these words in L1 on cc 9.0?",
    array = input, choices = { "yes", "no" }, answer = "yes",
    because = "true of cc 3.0, false today: claim 1 brought them, as an H200 counted" },
})

at("control", {
  title = "Claim 7: caches cannot be controlled",
  notes = "In print beside 'L1 is fixed'. It divides a memory with shared memory: on cc 2.x and " ..
    "3.x by cudaFuncSetCacheConfig(), since 7.0 by the carve-out (lesson carveout). There are " ..
    "loads past L1 and prefetches, and since 8.0 a part of L2 can be set aside.",
  ask = { text = "'There is no control of caches.' Which one does this __ldcg() pass by?",
    array = input, choices = { "L1", "L2", "none" }, answer = "L1",
    because = "false: ld.global.cg looks sectors up in L2 alone; __ldca() in L1, too" },
})

at("size", {
  title = "Claim 8: an RTX 4090 has 96 MB of L2, and L2 about 1 MB",
  notes = "The die may have 96; the card that is sold has less. The other text is of cc 2.x and " ..
    "3.x: 0.5 to 1.5 MiB. And it is GDDR6X, not HBM, and 128 KB are L1 and shared memory " ..
    "together.",
  ask = { text = "'An RTX 4090 has 96 MB of L2.' How many MiB does deviceQuery find?",
    array = input, choices = { 1, 6, 72, 96 }, answer = 72,
    because = "false: 75,497,472 bytes. 'warplens arch' has this and other chips" },
})

at("arguments", {
  title = "Claim 9: arguments have 4 KB",
  notes = "They are constant memory, as cc 2.0 brought it. On cc 1.x they had 256 bytes, of " ..
    "shared memory.",
  ask = { text = "'Arguments of a kernel have 4 KB at most.' How many bytes on cc 9.0?",
    array = output, choices = { 256, 4096, 32764 }, answer = 32764,
    because = "true up to cc 6.x and before CUDA 12.1; on later ones 32,764 bytes" },
})

expect("the requests of the nine claims", function(r)
  equal(r.global.load.requests + r.shared.load.requests + r.global.store.requests, 4 + 4 + 2)
end)
