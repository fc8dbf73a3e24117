-- A copy whose stores lie s elements apart
local s = param("s", 2)
local n = 1 << 18
grid(n // 256)
block(256)
local input, out = global("input", float, n), global("out", float, n * s)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  if i < n then out[i * s] = input[i] end
end
