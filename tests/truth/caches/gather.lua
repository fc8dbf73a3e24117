-- A table read at random: gather of cache_kernels.cu
local n = param("n", 1 << 20)
local kib = param("kib", 64)
local way = param("way", "ca", {values = {"ca", "ldg"}})
local entries = kib * 256
local seed = 12345
local function random()
  seed = seed * 1664525 + 1013904223 & 0xffffffff
  return (seed >> 8) % entries
end
grid(n // 256)
block(256)
local t, out = global("t", float, entries), global("out", float, n)
local index = global("index", int, n)
index:fill(random)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  if i >= n then return end
  local j = index[i]
  if way == "ldg" then out[i] = __ldg(t, j) else out[i] = t[j] end
end
