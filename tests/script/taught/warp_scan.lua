-- Prefix sums: shuffles in the warp, then the sums of the warps before
local n = 2000
grid(8)
block(256)
local a, out = global("a", int, n), global("out", int, n)
local sums = shared("sums", int, 8)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  local lane, warp = laneid(), warpid()
  local v = 0
  if i < n then v = a[i] end
  local d = 1
  while d < 32 do
    local u = __shfl_up_sync(0xffffffff, v, d)
    if lane >= d then v = v + u end
    d = d * 2
  end
  if lane == 31 then sums[warp] = v end
  __syncthreads()
  local before = 0
  for w = 0, warp - 1 do before = before + sums[w] end
  if i < n then out[i] = v + before end
end
