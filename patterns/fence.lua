title "The last block, and the fence before it"
about [[
Every block leaves a sum in global memory and counts itself; the one that counts last
adds up all sums. Each writes its sum before it counts. Is that enough, for the last
block to find all sums there?]]
lesson{ topic = "What goes wrong", order = 630, level = 3, minutes = 4, flip = "fence=1" }

-- What can be changed: on the command line (fence=1) or in the screen.
local fence = param("fence", 0, { min = 0, max = 1, help = "1: a fence between sum and counter" })

local blocks <const> = 4
grid(blocks)
block(32)

local input   = global("input", float, blocks, 32):fill(1)
local partial = global("partial", float, blocks, "volatile") -- read past L1
local count   = global("count", uint, 1)
local output  = global("output", float, 1)

function kernel()
  local b, lane = blockIdx.x, laneid()
  local sum = input[b][lane]
  for step = 0, 4 do sum = sum + __shfl_xor_sync(0xffffffff, sum, 16 >> step) end
  if lane > 0 then return end              -- lane 0 has the sum of its block

  ::sum::
  partial[b] = sum
  if fence == 1 then
    __threadfence()                        -- the sum is there before the counter is
  end
  ::count::
  local before = atomicAdd(count, 0, 1)
  if before == blocks - 1 then             -- all others have counted
    local total = 0
    for k = 0, blocks - 1 do total = total + partial[k] end
    output[0] = total
  end
end

at("sum", {
  title = "each block has its sum",
  notes = "Sum, then counter: so it stands in the script. Another SM may see the counter first. " ..
    "__syncthreads() would not help: it is for one block. :hazard 1 goes to the two lines.",
})

at("count", {
  ask = { text = (fence == 1 and "With" or "Without") ..
      " a fence, what may the last block read of another block's sum?",
    array = count, choices = { "the sum", "what was there", "either" },
    answer = fence == 1 and "the sum" or "either",
    because = fence == 1 and "who sees the counter sees what was written before the fence"
      or "nothing orders the two writes for other SMs: it works, until it does not" },
})

expect(fence == 1 and "all sums, for sure" or "a sum that may come too late", function(r)
  equal(r.hazards.total > 0, fence == 0)
  if fence == 1 then equal(r.arrays.output[0], 32 * blocks) end
end)
