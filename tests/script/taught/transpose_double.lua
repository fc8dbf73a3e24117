-- A transpose of doubles through shared memory
local pad = param("pad", 0, {min = 0, max = 1})
local n = 128
grid(4, 4)
block(32, 8)
local input, out = global("input", double, n, n), global("out", double, n, n)
local t = shared("t", double, 32, 32 + pad)
function kernel()
  local x, y = blockIdx.x * 32 + threadIdx.x, blockIdx.y * 32 + threadIdx.y
  for j = 0, 24, 8 do t[threadIdx.y + j][threadIdx.x] = input[y + j][x] end
  __syncthreads()
  x, y = blockIdx.y * 32 + threadIdx.x, blockIdx.x * 32 + threadIdx.y
  for j = 0, 24, 8 do out[y + j][x] = t[threadIdx.x][threadIdx.y + j] end
end
