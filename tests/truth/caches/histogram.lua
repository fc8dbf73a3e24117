-- A histogram by atomics, in global memory or first in shared: hist_* of cache_kernels.cu
local n = param("n", 1 << 18)
local way = param("way", "global", {values = {"global", "shared"}})
local seed = 2024
local function random()
  seed = seed * 1664525 + 1013904223 & 0xffffffff
  return (seed >> 8) % 256
end
grid(n // 256)
block(256)
local bins, input = global("bins", uint, 256), global("input", int, n)
input:fill(random)
local h
if way == "shared" then h = shared("h", uint, 256) end
function kernel()
  local t, i = threadIdx.x, blockIdx.x * blockDim.x + threadIdx.x
  if way == "global" then
    if i < n then atomicAdd(bins, input[i], 1) end
    return
  end
  h[t] = 0
  __syncthreads()
  if i < n then atomicAdd(h, input[i], 1) end
  __syncthreads()
  atomicAdd(bins, t, h[t])
end
