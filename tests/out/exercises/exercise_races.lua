-- The model solution of exercise_races: two barriers and an atomic.
local n = param("n", 512, { min = 256, max = 4096, step = 256 })
local B <const>, GROUPS <const> = 64, 4

grid(n // (B * GROUPS))
block(B)

local input  = global("input", int, n)
local output = global("output", int, n)
local count  = global("count", int, 1)
local shelf  = shared("shelf", int, B)

function kernel()
  local t = threadIdx.x
  local found = 0
  for group = 0, GROUPS - 1 do
    local from = (blockIdx.x * GROUPS + group) * B
    shelf[t] = input[from + t]
    __syncthreads() -- all are there
    local v = shelf[B - 1 - t]
    __syncthreads() -- all have read
    output[from + t] = v
    if v >= 500 then found = found + 1 end
  end
  atomicAdd(count, 0, found)
end
