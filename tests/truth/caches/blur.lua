-- The mean of nine points: blur of cache_kernels.cu
local n = param("n", 1024)
grid(n // 16, n // 16)
block(16, 16)
local input, out = global("input", float, n * n), global("out", float, n * n)
function kernel()
  local x, y = blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y
  if x > 0 and x < n - 1 and y > 0 and y < n - 1 then
    local s = 0
    for dy = -1, 1 do
      for dx = -1, 1 do s = s + input[(y + dy) * n + x + dx] end
    end
    out[y * n + x] = s / 9
  end
end
