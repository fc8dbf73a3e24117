-- Colours to grey: points of four bytes, loaded at once, or of three, a byte at a time
local bytes = param("bytes", 4, {values = {3, 4}})
local n = 4000
grid(16)
block(256)
local input, out = global("input", bytes == 4 and uchar4 or uchar3, n), global("out", uchar, n)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  if i < n then
    local p = input[i]
    out[i] = p.x * 77 + p.y * 151 + p.z * 28 >> 8
  end
end
