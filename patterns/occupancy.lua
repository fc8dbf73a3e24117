title "Shared memory against occupancy"
about [[
An SM has so much shared memory, and its blocks divide it. A block that takes much
leaves room for few others, and so for few warps that could work while one waits for
memory. View 7 says how many blocks fit, and what limits them.]]
lesson{ topic = "Working together", order = 360, level = 3, minutes = 4,
        flip = "kib=27, kib=28, kib=100" }

-- What can be changed: on the command line (kib=48) or in the screen.
local kib = param("kib", 8, { min = 1, max = 224, help = "KiB of shared memory of a block" })

local B <const> = 256
grid(4)
block(B)
local input  = global("input", float, 4 * B):fill(function(i) return i end)
local output = global("output", float, 4 * B)
local buffer = shared("buffer", float, kib * 256)

function kernel()
  local t = threadIdx.x
  local i = blockIdx.x * B + t
  mark(kib .. " KiB of shared memory a block",
       "Behind the question the slides go on to 27, 28 and 100 KiB: let the class say when the " ..
       "number of blocks falls. An H200 has 228 KiB, and keeps 1 for each block. F5, then 7: " ..
       "the view. On cc 7.5 or 8.9 (key A) it is sooner.")
  buffer[t] = input[i]
  __syncthreads()
  ask{ text = "Blocks of 8 warps, 64 warps on an H200's SM: how many KiB can each block have?",
       choices = { 8, 16, 27, 48 }, answer = 27,
       because = "8 blocks share 228 KiB, and each takes 1 KiB more: 8 * (27 + 1) = 224" }
  output[i] = buffer[B - 1 - t]
end

expect("each block is reversed", function(r)
  same(r.arrays.output, function(i) return i - 2 * (i % B) + B - 1 end)
end)

-- `warplens check occupancy kib=48` fails: 4 blocks of 8 warps leave half an SM idle.
expect("an SM has all the warps that it can hold", function(r)
  equal(r.occupancy.warps, r.occupancy.most_warps)
end)
