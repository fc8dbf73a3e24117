local n = 1 << 18
grid(n // 256)
block(256)
local a, b, r = global("a", float, n), global("b", float, n), global("r", float, 1)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  if i < n then atomicAdd(r, 0, a[i] * b[i]) end
end
