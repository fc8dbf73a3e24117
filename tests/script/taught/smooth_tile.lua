-- A mean of three through a tile with a halo
local n = 1 << 18
grid(n // 256)
block(256)
local input, out = global("input", float, n), global("out", float, n)
local tile = shared("tile", float, 258)
function kernel()
  local k = threadIdx.x
  local i = k + blockIdx.x * 256 + 1
  if i < n then tile[k + 1] = input[i] end
  if k == 0 then tile[0] = input[i - 1] end
  if k == 255 and i + 1 < n then tile[257] = input[i + 1] end
  __syncthreads()
  if i < n - 1 then out[i] = (tile[k] + tile[k + 1] + tile[k + 2]) / 3 end
end
