-- Sums of blocks that step over the grid: reduce of cache_kernels.cu
local n = param("n", 1 << 20)
local blocks = param("blocks", 264)
grid(blocks)
block(256)
local input, out = global("input", float, n), global("out", float, blocks)
local s = shared("s", float, 256)
function kernel()
  local t, v = threadIdx.x, 0
  for i = blockIdx.x * blockDim.x + t, n - 1, gridDim.x * blockDim.x do v = v + input[i] end
  s[t] = v
  __syncthreads()
  local d = blockDim.x // 2
  while d > 0 do
    if t < d then s[t] = s[t] + s[t + d] end
    __syncthreads()
    d = d >> 1
  end
  if t == 0 then out[blockIdx.x] = s[0] end
end
