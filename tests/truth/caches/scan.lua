-- Prefix sums of blocks: scan of cache_kernels.cu
local n = param("n", 1 << 18)
grid(n // 256)
block(256)
local input, out = global("input", float, n), global("out", float, n)
local s = shared("s", float, 256)
function kernel()
  local t, i = threadIdx.x, blockIdx.x * 256 + threadIdx.x
  s[t] = i < n and input[i] or 0
  __syncthreads()
  local d = 1
  while d < 256 do
    local v = 0
    if t >= d then v = s[t - d] end
    __syncthreads()
    s[t] = s[t] + v
    __syncthreads()
    d = d * 2
  end
  if i < n then out[i] = s[t] end
end
