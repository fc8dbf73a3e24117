-- A histogram of bytes, in global memory or first in shared memory
local where = param("where", "global", {values = {"global", "shared"}})
local n = 1024
grid(n // 256)
block(256)
local a = global("a", uchar, n):fill(function(i) return i * i % 256 end)
local h, out = global("h", uint, 256), global("out", uint, 256)
local s = shared("s", uint, 256)
local done = global("done", uint, 1)
local last = shared("last", uint, 1)
function kernel()
  local t = threadIdx.x
  local i = t + blockIdx.x * 256
  if where == "global" then
    if i < n then atomicAdd(h, a[i], 1) end
  else
    s[t] = 0
    __syncthreads()
    if i < n then atomicAdd(s, a[i], 1) end
    __syncthreads()
    atomicAdd(h, t, s[t])
  end
  __threadfence()
  __syncthreads()
  if t == 0 then last[0] = atomicInc(done, 0, gridDim.x) end
  __syncthreads()
  if last[0] == gridDim.x - 1 then out[t] = h[t] end -- the block that comes last
end
