-- A histogram of random bytes, first in shared memory
local n = 1 << 18
grid(n // 256)
block(256)
local st = 88172645463325252
local function random()
  st = st ~ st << 13
  st = st ~ st >> 7
  st = st ~ st << 17
  return st & 255
end
local input, h = global("input", uchar, n):fill(random), global("h", uint, 256)
local s = shared("s", uint, 256)
function kernel()
  local t = threadIdx.x
  s[t] = 0
  __syncthreads()
  local i = t + blockIdx.x * 256
  if i < n then atomicAdd(s, input[i], 1) end
  __syncthreads()
  atomicAdd(h, t, s[t])
end
