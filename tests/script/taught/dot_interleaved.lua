-- A dot product whose tree adds neighbours first
local n = 1 << 18
grid(n // 256)
block(256)
local a, b, r = global("a", float, n), global("b", float, n), global("r", float, 1)
local c = shared("c", float, 256)
function kernel()
  local t = threadIdx.x
  local i = t + blockIdx.x * blockDim.x
  local v = 0
  if i < n then v = a[i] * b[i] end
  c[t] = v
  __syncthreads()
  local s = 1
  while s < blockDim.x do
    local k = 2 * s * t
    if k < blockDim.x then c[k] = c[k] + c[k + s] end
    __syncthreads()
    s = s * 2
  end
  if t == 0 then atomicAdd(r, 0, c[0]) end
end
