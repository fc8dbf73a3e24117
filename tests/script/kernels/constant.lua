-- 64 reads of constant memory by each thread, from the same place in all lanes
-- or `stride` words apart. 64 of the 1,024 blocks: they do the same.
local stride = param("stride", 0)
grid(64)
block(256)
local n = 64 * 256
local out, cf = global("out", float, n), constant("cf", float, 4096)
function kernel()
  local i = threadIdx.x + blockIdx.x * blockDim.x
  local s, first = 0, stride == 0 and blockIdx.x or threadIdx.x * stride
  for k = 0, 63 do s = s + cf[first + k * 17 & 4095] end
  if i < n then out[i] = s end
end
