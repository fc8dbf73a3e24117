-- 3-point stencil through a tile with a halo
local n = 1 << 10
grid(n // 256)
block(256)
local a = global("a", int, n):fill(function(i) return i * i % 100 end)
local out = global("out", int, n)
local tile = shared("tile", int, 258)
function kernel()
  local k = threadIdx.x
  local i = k + blockIdx.x * 256 + 1
  if i < n then tile[k + 1] = a[i] end
  if k == 0 then tile[0] = a[i - 1] end
  if k == 255 and i + 1 < n then tile[257] = a[i + 1] end
  __syncthreads()
  if i < n - 1 then out[i] = tile[k] + tile[k + 1] + tile[k + 2] end
end
