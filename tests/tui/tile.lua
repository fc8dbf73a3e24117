-- A transpose without marks and questions: what the tests of the screen step through.
title "Matrix transpose"
local pad = param("pad", 0, { min = 0, max = 8 })
local n   = param("n", 64, { min = 32, max = 1024, step = 32 })
grid(n // 32, n // 32)
block(32, 8)
local input, output = global("input", float, n, n), global("output", float, n, n)
local tile = shared("tile", float, 32, 32 + pad)

function kernel()
  local x, y = blockIdx.x * 32 + threadIdx.x, blockIdx.y * 32 + threadIdx.y
  for j = 0, 31, 8 do
    tile[threadIdx.y + j][threadIdx.x] = input[y + j][x]
  end
  __syncthreads()
  x, y = blockIdx.y * 32 + threadIdx.x, blockIdx.x * 32 + threadIdx.y
  for j = 0, 31, 8 do
    output[y + j][x] = tile[threadIdx.x][threadIdx.y + j]
  end
end
