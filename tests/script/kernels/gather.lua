-- out[i] = in[idx[i]], with the indices of a xorshift generator
local n = 1 << 18
grid(n // 256)
block(256)
local st = 88172645463325252
local function random()
  st = st ~ st << 13
  st = st ~ st >> 7
  st = st ~ st << 17
  return st & n - 1
end
local a, out = global("a", float, n), global("out", float, n)
local idx = global("idx", int, n):fill(random)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  if i < n then out[i] = a[idx[i]] end
end
