-- Each block reads the same array again and again: repeat of cache_kernels.cu
local kib, blocks = param("kib", 32), param("blocks", 16)
local way = param("way", "ca", {values = {"ca", "cg"}})
local rounds = param("rounds", 4)
local n = kib * 256
grid(blocks)
block(256)
local a, out = global("a", float, n), global("out", float, blocks * 256)
function kernel()
  local s = 0
  for r = 1, rounds do
    for k = threadIdx.x, n - 1, blockDim.x do
      if way == "cg" then s = s + __ldcg(a, k) else s = s + a[k] end
    end
  end
  out[blockIdx.x * blockDim.x + threadIdx.x] = s
end
