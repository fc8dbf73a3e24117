local n = 1 << 18
grid(n // 256)
block(256)
local a, b, r = global("a", float, n), global("b", float, n), global("r", float, 1)
local c = shared("c", float, 256)
function kernel()
  local t = threadIdx.x
  local i = t + blockIdx.x * blockDim.x
  c[t] = i < n and a[i] * b[i] or 0
  __syncthreads()
  local s = blockDim.x // 2
  while s > 0 do
    if t < s then c[t] = c[t] + c[t + s] end
    __syncthreads()
    s = s >> 1
  end
  if t == 0 then atomicAdd(r, 0, c[0]) end
end
