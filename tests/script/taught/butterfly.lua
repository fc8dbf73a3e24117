-- The butterflies of a Fourier transform of 512 points
grid(4)
block(256)
local input, out = global("input", float2, 2048), global("out", float2, 2048)
local s = shared("s", float2, 512)
function kernel()
  local t, h = threadIdx.x, 1
  s[t] = input[blockIdx.x * 512 + t]
  s[t + 256] = input[blockIdx.x * 512 + t + 256]
  while h < 512 do
    __syncthreads()
    local i = t // h * 2 * h + t % h
    local u, v = s[i], s[i + h]
    s[i] = make_float2(u.x + v.x, u.y + v.y)
    s[i + h] = make_float2(u.x - v.x, u.y - v.y)
    h = h * 2
  end
  __syncthreads()
  out[blockIdx.x * 512 + t] = s[t]
  out[blockIdx.x * 512 + t + 256] = s[t + 256]
end
