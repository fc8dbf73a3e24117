-- A sparse matrix times a vector: spmv_scalar and spmv_vector of cache_kernels.cu
local rows = param("rows", 1 << 14)
local way = param("way", "scalar", {values = {"scalar", "vector"}})
local columns = 1 << 16
local function random(seed)
  return function()
    seed = seed * 1664525 + 1013904223 & 0xffffffff
    return seed >> 8
  end
end
local first, next_length = {[0] = 0}, random(777)
for r = 0, rows - 1 do first[r + 1] = first[r] + 8 + next_length() % 41 end
local nonzero, next_column = first[rows], random(4242)
grid(way == "scalar" and rows // 256 or rows // 8)
block(256)
local ptr, col = global("ptr", int, rows + 1), global("col", int, nonzero)
local val, x = global("val", float, nonzero), global("x", float, columns)
local y = global("y", float, rows)
ptr:fill(function(i) return first[i] end)
col:fill(function() return next_column() % columns end)
local function by_warp(r, lane)
  if r >= rows then return end
  local s, from, to = 0, ptr[r], ptr[r + 1]
  for j = from + lane, to - 1, 32 do s = s + val[j] * x[col[j]] end
  local m = 16
  while m > 0 do
    s = s + __shfl_down_sync(0xffffffff, s, m)
    m = m >> 1
  end
  if lane == 0 then y[r] = s end
end
function kernel()
  local r = blockIdx.x * blockDim.x + threadIdx.x
  if way == "vector" then
    by_warp(r // 32, threadIdx.x & 31)
  elseif r < rows then
    local s, from, to = 0, ptr[r], ptr[r + 1]
    for j = from, to - 1 do s = s + val[j] * x[col[j]] end
    y[r] = s
  end
end
