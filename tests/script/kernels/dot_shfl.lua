local n = 1 << 18
grid(n // 256)
block(256)
local a, b, r = global("a", float, n), global("b", float, n), global("r", float, 1)
function kernel()
  local i = threadIdx.x + blockIdx.x * blockDim.x
  local v = i < n and a[i] * b[i] or 0
  local m = 16
  while m > 0 do
    v = v + __shfl_xor_sync(0xffffffff, v, m)
    m = m >> 1
  end
  if threadIdx.x & 31 == 0 then atomicAdd(r, 0, v) end
end
