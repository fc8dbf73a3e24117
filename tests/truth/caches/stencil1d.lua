-- Sums of neighbours: stencil1d_naive and stencil1d_shared of cache_kernels.cu
local n = param("n", 1 << 20)
local radius = param("radius", 1)
local way = param("way", "naive", {values = {"naive", "shared"}})
grid(n // 256)
block(256)
local input, out = global("input", float, n), global("out", float, n)
local t
if way == "shared" then t = shared("t", float, 256 + 2 * radius) end
local function by_tile(k, i)
  t[k + radius] = input[i]
  if k < radius then
    t[k] = i >= radius and input[i - radius] or 0
    t[k + radius + 256] = i + 256 < n and input[i + 256] or 0
  end
  __syncthreads()
  local s = 0
  for j = 0, 2 * radius do s = s + t[k + j] end
  out[i] = s
end
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  if way == "shared" then
    by_tile(threadIdx.x, i)
  elseif i >= radius and i < n - radius then
    local s = 0
    for j = -radius, radius do s = s + input[i + j] end
    out[i] = s
  end
end
