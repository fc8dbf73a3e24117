-- A sparse matrix (rows of 0 to 59 elements) times a vector: a row a thread, or a row a warp
local way = param("way", "scalar", {values = {"scalar", "vector"}})
local rows = 256
local function scramble(i) return (i * 1103 + 12345) % 65536 * 7 % 65521 end
local first, columns = {[0] = 0}, {}
for r = 0, rows - 1 do
  for k = 0, scramble(r) % 60 - 1 do columns[#columns + 1] = scramble(r * 64 + k) % 4096 end
  first[r + 1] = #columns
end
grid(way == "scalar" and 2 or 64)
block(128)
local row, col = global("row", int, rows + 1), global("col", int, #columns)
row:fill(function(i) return first[i] end)
col:fill(function(i) return columns[i + 1] end)
local val, x, y = global("val", float, #columns), global("x", float, 4096), global("y", float, rows)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  local r, lane, step = i, 0, 1
  if way == "vector" then r, lane, step = i // 32, laneid(), 32 end
  if r >= rows then return end
  local s, finish = 0, row[r + 1]
  local k = row[r] + lane
  while k < finish do
    s = s + val[k] * x[col[k]]
    k = k + step
  end
  if way == "vector" then
    for _, d in ipairs{16, 8, 4, 2, 1} do s = s + __shfl_down_sync(0xffffffff, s, d) end
  end
  if lane == 0 then y[r] = s end
end
