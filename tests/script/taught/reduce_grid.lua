-- A sum of doubles: a stride of the whole grid, a tree in shared memory, one atomic a block
local n = 10000
grid(8)
block(256)
local a, total = global("a", double, n), global("total", double, 1)
local s = shared("s", double, 256)
function kernel()
  local t, v = threadIdx.x, 0
  for i = blockIdx.x * 256 + t, n - 1, gridDim.x * 256 do v = v + a[i] end
  s[t] = v
  local d = 128
  while d > 0 do
    __syncthreads()
    if t < d then s[t] = s[t] + s[t + d] end
    d = d // 2
  end
  if t == 0 then atomicAdd(total, 0, s[0]) end
end
