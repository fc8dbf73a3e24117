-- Nine taps of constant memory over a row
local n = 4096
grid(16)
block(256)
local input, out = global("input", float, n), global("out", float, n)
local mask = constant("mask", float, 9)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  local s = 0
  for k = 0, 8 do
    if i + k - 4 >= 0 and i + k - 4 < n then s = s + input[i + k - 4] * mask[k] end
  end
  out[i] = s
end
