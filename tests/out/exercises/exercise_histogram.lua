-- The model solution of exercise_histogram: clear, count, add up.
local n = param("n", 8192, { min = 4096, max = 65536, step = 4096 })
local B <const>, EACH <const> = 256, 16

grid(n // (B * EACH))
block(B)

local input = global("input", uchar, n)
local bins  = global("bins", uint, 256)
local own   = shared("own", uint, 256)

function kernel()
  local t = threadIdx.x
  local from = blockIdx.x * B * EACH
  own[t] = 0
  __syncthreads() -- all are clear
  for k = 0, EACH - 1 do
    local value = input[from + k * B + t]
    atomicAdd(own, value, 1)
  end
  __syncthreads() -- all are counted
  atomicAdd(bins, t, own[t])
end
