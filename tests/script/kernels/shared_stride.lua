-- Every warp reads s[(lane * S + r) & 4095], 256 times. One block of the 1,056:
-- all do the same.
local S = param("S", 1)
block(256)
local out = global("out", float, 32)
local s = shared("s", float, 4096)
function kernel()
  for i = threadIdx.x, 4095, blockDim.x do s[i] = i end
  __syncthreads()
  local a, b = 0, (threadIdx.x & 31) * S
  for r = 0, 255 do a = a + s[b + r & 4095] end
  if a == -1 then out[0] = a end
end
