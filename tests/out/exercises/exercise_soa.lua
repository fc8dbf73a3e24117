-- The model solution of exercise_soa: through shared memory, in the order in which floats lie.
local n = param("n", 512, { min = 128, max = 8192, step = 128 })
local B <const> = 128

grid(n // B)
block(B)

local points = global("points", float, 3 * n)
local xs     = global("xs", float, n)
local ys     = global("ys", float, n)
local zs     = global("zs", float, n)
local tile   = shared("tile", float, 3 * B)

function kernel()
  local t = threadIdx.x
  local i = blockIdx.x * B + t
  for k = 0, 2 do
    tile[k * B + t] = points[3 * B * blockIdx.x + k * B + t]
  end
  __syncthreads()
  xs[i] = tile[3 * t]
  ys[i] = tile[3 * t + 1]
  zs[i] = tile[3 * t + 2]
end
