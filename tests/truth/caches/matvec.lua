-- A matrix times a vector, a row a thread or a row a warp: matvec_* of cache_kernels.cu
local rows = param("rows", 2048)
local way = param("way", "thread", {values = {"thread", "warp"}})
local cols = 1024
grid(way == "thread" and rows // 128 or rows // 8)
block(way == "thread" and 128 or 256)
local a, x, y = global("a", float, rows * cols), global("x", float, cols), global("y", float, rows)
local function by_warp(r, lane)
  if r >= rows then return end
  local s, m = 0, 16
  for k = lane, cols - 1, 32 do s = s + a[r * cols + k] * x[k] end
  while m > 0 do
    s = s + __shfl_down_sync(0xffffffff, s, m)
    m = m >> 1
  end
  if lane == 0 then y[r] = s end
end
function kernel()
  local r = blockIdx.x * blockDim.x + threadIdx.x
  if way == "warp" then
    by_warp(r // 32, threadIdx.x & 31)
  elseif r < rows then
    local s = 0
    for k = 0, cols - 1 do s = s + a[r * cols + k] * x[k] end
    y[r] = s
  end
end
