title "A histogram, and who waits for whom"
about [[
Every thread counts one value. Straight into global memory, lanes that meet in a bin
take turns there; in shared memory they take turns as well, but nearby. It is the
data that decides: a picture of one colour is the worst there is.]]
lesson{ topic = "Working together", order = 350, level = 2, minutes = 5, flip = "data=mixed" }

-- What can be changed: on the command line (data=mixed) or in the screen.
local data = param("data", "one", {
  values = { "one", "few", "mixed" },
  help = "all values alike, four of them, or all of them",
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
local bins  = global("bins", uint, 256)
local own   = where == "shared" and shared("own", uint, 256)

function kernel()
  local t = threadIdx.x
  local v = input[blockIdx.x * B + t]
  mark("data: " .. data .. ", bins: " .. where,
       "Atomics lose no count, they cost time. Ask why 'mixed' is not free: bins of one bank. " ..
       "Before cc 5.0 (key A) shared atomics were a loop with a lock.")
  if where == "global" then
    atomicAdd(bins, v, 1)
    return
  end
  own[t] = 0
  __syncthreads()
  ask{ figure = "wavefronts", array = own,
       because = "atomics of one bank take turns, lane by lane, also in one word",
       counted = data == "one" and { chip = "H200", wavefronts = 32 } or nil }
  atomicAdd(own, v, 1)
  __syncthreads()
  if own[t] > 0 then atomicAdd(bins, t, own[t]) end
end

expect("every value is counted once", function(r)
  local sum = 0
  for i = 0, 255 do sum = sum + r.arrays.bins[i] end
  equal(sum, n)
end)

-- `warplens check histogram` fails; data=mixed spreads them.
expect("no bin keeps more than a few lanes waiting", function(r)
  at_most(r.shared.reduce.ways, 8)
end)
