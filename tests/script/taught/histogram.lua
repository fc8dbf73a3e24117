-- A histogram of bytes by atomics on global memory, or first on shared memory
local where = param("where", "global", {values = {"global", "shared"}})
local n = 8000
grid(where == "global" and 32 or 8)
block(256)
local function scramble(i) return (i * 1103 + 12345) % 65536 * 7 % 65521 end
local input = global("input", uchar, n)
global("before", char, 512) -- where h lies counts: its tag sets decide what an atomic meets
local h = global("h", uint, 256)
input:fill(function(i) return scramble(i) % 251 % 2 + scramble(i) % 200 end)
local s = shared("s", uint, 256)
function kernel()
  local t = threadIdx.x
  local i = blockIdx.x * blockDim.x + t
  if where == "global" then
    if i < n then atomicAdd(h, input[i], 1) end
    return
  end
  s[t] = 0
  __syncthreads()
  while i < n do
    atomicAdd(s, input[i], 1)
    i = i + gridDim.x * blockDim.x
  end
  __syncthreads()
  atomicAdd(h, t, s[t])
end
