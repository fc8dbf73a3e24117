-- Transposes of a matrix, each variant as its kernel in CUDA
local variant = param("variant", "rows", {values = {"rows", "columns", "shared", "xor"}})
local pad = param("pad", 0)
local n = 64
grid(n // 32, n // 32)
block(32, 8)
local a = global("a", int, n, n):fill(function(y, x) return y * 1000 + x end)
local out = global("out", int, n, n)
local t = shared("t", int, 32, 32 + pad)

local function swizzle(row, column) return variant == "xor" and column ~ row or column end

function kernel()
  local tx, ty = threadIdx.x, threadIdx.y
  local x, y = blockIdx.x * 32 + tx, blockIdx.y * 32 + ty
  for j = 0, 31, 8 do
    if variant == "rows" then out[x][y + j] = a[y + j][x]
    elseif variant == "columns" then out[y + j][x] = a[x][y + j]
    else t[ty + j][swizzle(ty + j, tx)] = a[y + j][x] end
  end
  if variant == "rows" or variant == "columns" then return end
  __syncthreads()
  x, y = blockIdx.y * 32 + tx, blockIdx.x * 32 + ty
  for j = 0, 31, 8 do out[y + j][x] = t[tx][swizzle(tx, ty + j)] end
end
