-- A point and its four neighbours: stencil2d of cache_kernels.cu
local n = param("n", 1024)
local bx, by = param("bx", 32), param("by", 8)
grid(n // bx, n // by)
block(bx, by)
local input, out = global("input", float, n * n), global("out", float, n * n)
function kernel()
  local x, y = blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y
  if x > 0 and x < n - 1 and y > 0 and y < n - 1 then
    local i = y * n + x
    out[i] = 0.2 * (input[i] + input[i - 1] + input[i + 1] + input[i - n] + input[i + n])
  end
end
