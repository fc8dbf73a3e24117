-- The model solution of exercise_reduction: shuffles in each warp, then over the warps.
local n = param("n", 1024, { min = 256, max = 65536, step = 256 })
local B <const> = 256
local ALL <const> = 0xffffffff

grid(n // B)
block(B)

local input = global("input", int, n)
local sums  = global("sums", int, n // B)
local part  = shared("part", int, B // 32)

local function sum_of_warp(v)
  for _, distance in ipairs { 16, 8, 4, 2, 1 } do
    v = v + __shfl_down_sync(ALL, v, distance)
  end
  return v
end

function kernel()
  local t = threadIdx.x
  local sum = sum_of_warp(input[blockIdx.x * B + t])
  if laneid() == 0 then part[warpid()] = sum end
  __syncthreads()
  if warpid() == 0 then
    local v = 0
    if t < B // 32 then v = part[t] end
    sum = sum_of_warp(v)
    if t == 0 then sums[blockIdx.x] = sum end
  end
end
