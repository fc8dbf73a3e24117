-- A bitonic sort of 512 numbers in shared memory
block(256)
local function scramble(i) return (i * 1103 + 12345) % 65536 * 7 % 65521 end
local a, out = global("a", int, 512), global("out", int, 512)
a:fill(scramble)
local s = shared("s", int, 512)
function kernel()
  local t = threadIdx.x
  s[t] = a[t]
  s[t + 256] = a[t + 256]
  local size = 2
  while size <= 512 do
    local stride = size // 2
    while stride > 0 do
      __syncthreads()
      local i = 2 * t - (t & (stride - 1))
      local up = i & size == 0
      local x, y = s[i], s[i + stride]
      if (x > y) == up then
        s[i] = y
        s[i + stride] = x
      end
      stride = stride // 2
    end
    size = size * 2
  end
  __syncthreads()
  out[t] = s[t]
  out[t + 256] = s[t + 256]
end
