-- whole structs of 16 bytes, aligned so that each is one access
local Point = struct("Point", {"x", float}, {"y", float}, {"z", float}, {"w", float},
                     {align = 16})
local n = 1 << 16
grid(n // 256)
block(256)
local a, b = global("a", Point, n), global("b", Point, n)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  if i < n then b[i] = a[i] end
end
