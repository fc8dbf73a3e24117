-- A transpose that reads or writes rows: transpose_row and transpose_col of cache_kernels.cu
local n = param("n", 1024)
local way = param("way", "row", {values = {"row", "col"}})
local bx, by = param("bx", 32), param("by", 8)
grid(n // bx, n // by)
block(bx, by)
local input, out = global("input", float, n * n), global("out", float, n * n)
function kernel()
  local x, y = blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y
  if way == "row" then out[x * n + y] = input[y * n + x]
  else out[y * n + x] = input[x * n + y] end
end
