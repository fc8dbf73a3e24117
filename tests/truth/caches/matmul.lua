-- A matrix product, naive or by tiles: matmul_naive and matmul_tiled of cache_kernels.cu
local n = param("n", 256)
local way = param("way", "naive", {values = {"naive", "tiled"}})
local bx, by = param("bx", 16), param("by", 16)
grid(n // bx, n // by)
block(bx, by)
local a, b, c = global("a", float, n * n), global("b", float, n * n), global("c", float, n * n)
local p, q
if way == "tiled" then p, q = shared("p", float, bx, bx), shared("q", float, bx, bx) end
local function tiled(tx, ty, x, y)
  local s = 0
  for m = 0, n - 1, bx do
    p[ty][tx] = a[y * n + m + tx]
    q[ty][tx] = b[(m + ty) * n + x]
    __syncthreads()
    for k = 0, bx - 1 do s = s + p[ty][k] * q[k][tx] end
    __syncthreads()
  end
  c[y * n + x] = s
end
function kernel()
  local x, y = blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y
  if way == "tiled" then
    tiled(threadIdx.x, threadIdx.y, x, y)
    return
  end
  local s = 0
  for k = 0, n - 1 do s = s + a[y * n + k] * b[k * n + x] end
  c[y * n + x] = s
end
