title "A histogram, and who waits for whom"
about [[
Every thread counts one value. They may be all alike, as in a picture of one colour, or
few, or mixed; what is added may be the constant 1, or a weight which the compiler
cannot know. Who waits for whom?]]
lesson{ topic = "Working together", order = 350, level = 2, minutes = 5, flip = "add=one" }

-- What can be changed: on the command line (data=mixed) or in the screen.
local data = param("data", "one", {
  values = { "one", "few", "mixed" },
  help = "all values alike, four of them, or all of them",
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
local values = ({ one = 1, few = 4, mixed = 256 })[data]
local input = global("input", uchar, n):fill(function(i) return i * i * 7 % 251 % values end)
local weight = global("weight", uint, n):fill(1)
local bins  = global("bins", uint, 256)
local own   = where == "shared" and shared("own", uint, 256)

function kernel()
  local t = threadIdx.x
  local v = input[blockIdx.x * B + t]
  mark("data: " .. data .. ", add: " .. add .. ", bins: " .. where,
       "Atomics lose no count, they cost time. Let them vote, then set add to one: one colour " ..
       "is free. data=mixed is not: bins of one bank. Before cc 8.0 (key A) all take turns.")
  if where == "global" then
    atomicAdd(bins, v, 1)
    return
  end
  local w = weight[blockIdx.x * B + t]
  own[t] = 0
  __syncthreads()
  ask{ figure = "wavefronts", array = own, choices = { 1, 2, 4, 8, 16, 32 },
       because = add == "one" and "who adds the constant 1 is counted with all of the same word"
                 or "atomics of one bank take turns, lane by lane, also in one word",
       counted = data == "one" and { chip = "H200", wavefronts = add == "one" and 1 or 32 } or nil }
  if add == "one" then
    atomicAdd(own, v, 1)
  else
    atomicAdd(own, v, w)
  end
  __syncthreads()
  if own[t] > 0 then atomicAdd(bins, t, own[t]) end
end

expect("every value is counted once", function(r)
  local sum = 0
  for i = 0, 255 do sum = sum + r.arrays.bins[i] end
  equal(sum, n)
end)

-- `warplens check histogram` fails; add=one lets the hardware count, data=mixed spreads them.
expect("no bin keeps more than a few lanes waiting", function(r)
  at_most(r.shared.reduce.ways, 8)
end)
