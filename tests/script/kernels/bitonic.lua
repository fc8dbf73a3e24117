-- Bitonic sort in shared memory
local n = 256
block(n // 2)
local a = global("a", int, n):fill(function(i) return i * 97 % 251 end)
local out = global("out", int, n)
local s = shared("s", int, n)
function kernel()
  local t = threadIdx.x
  s[t], s[t + n // 2] = a[t], a[t + n // 2]
  local size = 2
  while size <= n do
    local stride = size // 2
    while stride > 0 do
      __syncthreads()
      local i = 2 * t - (t & (stride - 1))
      local up = i & size == 0
      local x, y = s[i], s[i + stride]
      if (x > y) == up then s[i], s[i + stride] = y, x end
      stride = stride // 2
    end
    size = size * 2
  end
  __syncthreads()
  out[t], out[t + n // 2] = s[t], s[t + n // 2]
end
