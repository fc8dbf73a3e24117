title "The claims, settled: caches and cycles"
about [[
Tables of sizes and cycles are copied from text to text, long after the chips that
they were of. Vote, then look at view 7: it draws the way of each access, and its
numbers have a source, which the key y tells. warplens arch NAME lists them all.]]
lesson{ topic = "The claims, settled", order = 830, level = 3, minutes = 9, flip = "kib=100" }

-- What can be changed: on the command line (kib=100) or in the screen.
local kib = param("kib", 12, { min = 1, max = 227, help = "KiB of shared memory of a block" })

grid(1)
block(32)

local input  = global("input", float, 32):fill(function(i) return i end)
local output = global("output", float, 32)
local buffer = shared("buffer", float, kib * 256)

function kernel()
  local t = threadIdx.x

  mark("Claim 1: after one miss, 31 hits",
       "In print: 600 cycles for lane 0, 30 for each other lane, 48 on average. A warp waits " ..
       "for its slowest sector. On an H200: 39 cycles to L1, 280 to L2, 694 to DRAM.")
  ask{ text = "'31 of 32 lanes hit L1.' How many of the 4 sectors of this first load do?",
       array = input, choices = { 0, 1, 3, 4 }, answer = 0,
       because = "all four come from further on, and the warp waits for all" }
  local v = input[t]
  buffer[t] = v
  __syncwarp()

  mark("Claim 2: shared memory takes one cycle",
       "Registers are said to take 1, shared memory 1, 10 or 30. View 7, behind F5, has what " ..
       "was measured: 29 cycles on an H200, 23 to 33 on what came since cc 7.0.")
  ask{ text = "'Shared memory takes 1 cycle.' How many on an H200, without a conflict?",
       array = buffer, choices = { 1, 10, 29, 280 }, answer = 29,
       because = "29 cycles from address to value, where L1 takes 39 and L2 280" }
  v = buffer[31 - t]

  mark("Claim 3: … and still goes through L2",
       "F5 and view 7 show it: the way of this load ends in the SM.")
  ask{ text = "'Shared memory still goes through L2.' How many bytes of this load do?",
       array = buffer, choices = { 0, 32, 128 }, answer = 0,
       because = "shared memory lies in the SM: nothing goes further" }
  v = v + buffer[t]

  mark("Claim 4: a block has 48 KB at most",
       "48 KiB are what a kernel has without asking; cudaFuncSetAttribute() gives more. Try " ..
       "kib=100, then the key A: from cc 8.9 to 7.5, and see where it still fits.")
  ask{ text = "'A block has at most 48 KB.' How many KiB on cc 9.0?", array = buffer,
       choices = { 48, 99, 164, 227 }, answer = 227,
       because = "227 on cc 9.0, 163 on 8.0, 99 on 8.9, 64 on 7.5, 48 before 7.0" }
  v = v + buffer[t]

  mark("Claim 5: stores are never cached",
       "True of L1 on cc 2.x and 3.x. F5 and view 7 at this store: it goes through L1 since " ..
       "cc 7.0, and comes to L2 on every generation that has one.")
  ask{ text = "'Stores cannot be cached.' Which caches does this one write into on cc 9.0?",
       array = output, choices = { "none", "L2", "L1 and L2" }, answer = "L1 and L2",
       because = "L1 writes through and keeps what it wrote; L2 writes to DRAM later" }
  output[t] = v

  mark("Claim 6: from cc 3.x on L1 has local memory only",
       "Press A for the generations: on 3.0 it is so, 3.5 and 5.2 could choose, from 6.0 on " ..
       "loads go through L1 by default.")
  ask{ text = "'Since cc 3.x L1 has local memory only.' Does this load go through it on cc 9.0?",
       array = output, choices = { "yes", "no" }, answer = "yes",
       because = "by default it does; __ldcg() or -dlcm=cg goes past it" }
  v = output[t]

  mark("Claim 7: caches cannot be controlled",
       "In print beside 'L1 is fixed'. L1 and shared memory divide one memory of the SM since " ..
       "cc 7.0; there are prefetches, and since cc 8.0 a part of L2 can be set aside.")
  ask{ text = "'There is no control of caches.' Which of these goes past L1 on cc 9.0?",
       array = input, choices = { "__ldg()", "__ldcg()", "none of them" }, answer = "__ldcg()",
       because = "ld.global.cg keeps its sectors in L2 alone; __ldg() goes through L1, too" }
  v = v + input[31 - t]

  mark("Claim 8: an RTX 4090 has 96 MB of L2",
       "The die may have; the card that is sold has less. The same page gives it 128 KB of " ..
       "shared memory, which is L1 and shared memory together, and HBM: it is GDDR6X.")
  ask{ text = "'An RTX 4090 has 96 MB of L2.' How many MiB does deviceQuery find?",
       array = input, choices = { 6, 50, 72, 96 }, answer = 72,
       because = "75,497,472 bytes; `warplens arch` has this and other chips" }
  v = v + input[t ~ 1]

  mark("Claim 9: arguments have 4 KB",
       "They are constant memory, as cc 2.0 brought it. On cc 1.x they had 256 bytes, of shared " ..
       "memory.")
  ask{ text = "'Arguments of a kernel have 4 KB at most.' How many bytes on cc 9.0?",
       array = output, choices = { 256, 4096, 32764 }, answer = 32764,
       because = "32,764 since cc 7.0, from CUDA 12.1 on" }
  output[t] = v
end

expect("one request for each of the nine claims", function(r)
  equal(r.global.load.requests + r.shared.load.requests + r.global.store.requests, 4 + 3 + 2)
end)
