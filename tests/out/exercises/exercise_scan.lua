-- The model solution of exercise_scan: shuffles in each warp, then over the sums of the warps.
local n = param("n", 1024, { min = 256, max = 16384, step = 256 })
local B <const>, WARPS <const> = 256, 8
local ALL <const> = 0xffffffff

grid(n // B)
block(B)

local input  = global("input", int, n)
local output = global("output", int, n)
local part   = shared("part", int, WARPS)

local function scan_of_warp(v)
  for _, distance in ipairs { 1, 2, 4, 8, 16 } do
    local left = __shfl_up_sync(ALL, v, distance)
    if laneid() >= distance then v = v + left end
  end
  return v
end

function kernel()
  local t = threadIdx.x
  local i = blockIdx.x * B + t
  local v = scan_of_warp(input[i])
  if laneid() == 31 then part[warpid()] = v end
  __syncthreads()
  if warpid() == 0 then
    local sum = 0
    if t < WARPS then sum = part[t] end
    sum = scan_of_warp(sum)
    if t < WARPS then part[t] = sum end
  end
  __syncthreads()
  if warpid() > 0 then v = v + part[warpid() - 1] end
  output[i] = v
end
