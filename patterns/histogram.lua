title "A histogram: atomics that wait for each other"
about [[
Every thread counts one value in its bin. The values are 0 to 3 in turn, or all the same,
as in a picture of one colour. A thread adds the constant 1, or a weight that the compiler
does not know. Which lanes have to wait?]]
lesson{ topic = "Working together", order = 350, level = 2, minutes = 5,
        flip = "data=one, data=one add=one, where=global" }

-- What can be changed: on the command line (data=mixed) or in the screen.
local data = param("data", "few", {
  values = { "one", "few", "mixed" },
  help = "all values alike, 0 to 3 in turns, or every fourth of 256 in turns",
})
local add = param("add", "weight", {
  values = { "one", "weight" },
  help = "the constant 1, or what the thread loads: 1, but the compiler cannot know",
})
local where = param("where", "shared", {
  values = { "global", "shared" },
  help = "bins of the grid, or of each block first",
})

local B <const>, n <const> = 256, 1024
grid(n // B)
block(B)

local value = ({
  one   = function() return 0 end,
  few   = function(i) return i % 4 end,
  mixed = function(i) return 4 * i % 256 end,
})[data]
local input  = global("input", uchar, n):fill(value)
local weight = global("weight", uint, n):fill(1)
local bins   = global("bins", uint, 256)
local own    = where == "shared" and shared("own", uint, 256)

-- Into the bins of the grid.
local function straight(v, w)
  ::straight::
  if add == "one" then atomicAdd(bins, v, 1)
  else atomicAdd(bins, v, w) end
end

-- Into those of the block, and once for all into those of the grid.
local function by_block(t, v, w)
  ::clear::
  own[t] = 0
  __syncthreads()
  ::count::
  if add == "one" then atomicAdd(own, v, 1)
  else atomicAdd(own, v, w) end
  __syncthreads()
  if own[t] > 0 then atomicAdd(bins, t, own[t]) end
end

function kernel()
  local t = threadIdx.x
  local i = blockIdx.x * B + t
  local v, w = input[i], weight[i]
  if where == "shared" then by_block(t, v, w)
  else straight(v, w) end
end

-- Lanes of a warp that want the same bin, or the same bank.
local alike <const> = ({ one = 32, few = 8, mixed = 1 })[data]
local in_bank <const> = ({ one = 32, few = 8, mixed = 4 })[data]

at("clear", {
  title = "data: " .. data .. ", add: " .. add .. ", bins of the block",
  notes = "Atomics lose no count, they take turns. One colour is the worst with a weight, and " ..
    "free with the constant 1. Try data=mixed: 64 values, a word for each lane, 4 of them in a " ..
    "bank: 4 wavefronts with either. Before cc 8.0 (:arch 7.5) all take turns.",
})

at("count", {
  ask = { figure = "wavefronts", array = own, choices = { 1, 2, 4, 8, 16, 32 },
    text = in_bank .. " lanes update " .. (data == "mixed" and "4 words of one bank" or
      "the same word") .. ". How many wavefronts?",
    because = data == "mixed" and "a bank serves its 4 words one after the other"
      or add == "weight" and "atomics on one word take turns, lane by lane: " .. in_bank
      or "with the constant 1, lanes of one word are counted together",
    counted = data == "one" and { chip = "H200", wavefronts = add == "one" and 1 or 32 } or nil },
})

at("straight", {
  title = "data: " .. data .. ", add: " .. add .. ", bins of the grid",
  notes = "No bins of the block, no barrier; and all warps of all blocks meet at the same " ..
    "words. Compare the last line of where=shared: one atomic for each bin that a block has.",
  ask = { figure = "sectors", array = bins, choices = { 1, 4, 8, 16, 32 },
    text = alike .. (alike == 1 and " lane adds" or " lanes add") ..
      " to each bin, in global memory. How many sectors?",
    because = data == "mixed" and "32 words, 2 of them in a sector: no two lanes meet"
      or "lanes of one word take turns: " .. alike .. " times the one sector" },
})

expect("every value is counted once", function(r)
  local sum = 0
  for i = 0, 255 do sum = sum + r.arrays.bins[i] end
  equal(sum, n)
end)

expect("no bank keeps more lanes waiting than want it", function(r)
  if where == "global" then equal(r.shared.requests, 0)
  else at_most(r.shared.reduce.ways, in_bank) end
end)
