-- One step of a bitonic sort: bitonic of cache_kernels.cu
local n = param("n", 1 << 18)
local j, k = 64, 256
local seed = 99
local function random()
  seed = seed * 1664525 + 1013904223 & 0xffffffff
  return (seed >> 8) % (1 << 20)
end
grid(n // 256)
block(256)
local a = global("a", int, n)
a:fill(random)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  local o = i ~ j
  if o > i then
    local x, y = a[i], a[o]
    local up = i & k == 0
    if (up and x > y) or (not up and x < y) then
      a[i] = y
      a[o] = x
    end
  end
end
