-- One field of an array of structs, or the sum of all: aos_x and aos_all of cache_kernels.cu
local n = param("n", 1 << 18)
local fields = param("fields", 3)
local read = param("read", "x", {values = {"x", "all"}})
grid(n // 256)
block(256)
local Rec = struct("Rec", {"f", float, fields})
local p, out = global("p", Rec, n), global("out", float, n)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  if i >= n then return end
  local s = 0
  for f = 0, read == "x" and 0 or fields - 1 do s = s + p[i].f[f] end
  out[i] = s
end
