-- One lane of four gets a lock by compare-and-swap and adds to a sum
grid(16)
block(256)
local lock, total = global("lock", int, 1024), global("total", int, 64)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  if atomicCAS(lock, i // 4, 0, 1) == 0 then atomicAdd(total, i // 64, i) end
end
