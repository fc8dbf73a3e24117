-- A transpose through a tile whose columns are swizzled by their row
local n = 1024
grid(n // 32, n // 32)
block(32, 8)
local input, out = global("input", float, n, n), global("out", float, n, n)
local t = shared("t", float, 32, 32)
function kernel()
  local tx, ty = threadIdx.x, threadIdx.y
  local x, y = blockIdx.x * 32 + tx, blockIdx.y * 32 + ty
  for j = 0, 24, 8 do t[ty + j][tx ~ (ty + j)] = input[y + j][x] end
  __syncthreads()
  x, y = blockIdx.y * 32 + tx, blockIdx.x * 32 + ty
  for j = 0, 24, 8 do out[y + j][x] = t[tx][(ty + j) ~ tx] end
end
