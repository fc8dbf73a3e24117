-- The numbers that 3 divides, one behind the other: an atomic for each warp
grid(16)
block(256)
local function scramble(i) return (i * 1103 + 12345) % 65536 * 7 % 65521 end
local a, out, count = global("a", int, 4096), global("out", int, 4096), global("count", int, 1)
a:fill(scramble)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  local v, first = a[i], 0
  local kept = __ballot_sync(0xffffffff, v % 3 == 0)
  if laneid() == 0 then first = atomicAdd(count, 0, __popc(kept)) end
  first = __shfl_sync(0xffffffff, first, 0)
  if v % 3 == 0 then out[first + __popc(kept & (1 << laneid()) - 1)] = v end
end
