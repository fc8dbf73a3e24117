-- A matrix product, four columns a thread
local n = 128
grid(4, 4)
block(8, 32)
local a, b = global("a", float4, n, n // 4), global("b", float4, n, n // 4)
local c = global("c", float4, n, n // 4)
local p, q = shared("p", float, 32, 33), shared("q", float4, 32, 8)
function kernel()
  local tx, ty = threadIdx.x, threadIdx.y
  local x, y = blockIdx.x * 8 + tx, blockIdx.y * 32 + ty
  local sx, sy, sz, sw = 0, 0, 0, 0
  for m = 0, n // 32 - 1 do
    local v = a[y][m * 8 + tx]
    p[ty][tx * 4] = v.x
    p[ty][tx * 4 + 1] = v.y
    p[ty][tx * 4 + 2] = v.z
    p[ty][tx * 4 + 3] = v.w
    q[ty][tx] = b[m * 32 + ty][x]
    __syncthreads()
    for k = 0, 31 do
      local f, w = p[ty][k], q[k][tx]
      sx, sy, sz, sw = sx + f * w.x, sy + f * w.y, sz + f * w.z, sw + f * w.w
    end
    __syncthreads()
  end
  c[y][x] = make_float4(sx, sy, sz, sw)
end
