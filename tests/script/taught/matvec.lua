-- A matrix times a vector: a row a thread, or a row a warp
local way = param("way", "thread", {values = {"thread", "warp"}})
local n = 256
grid(way == "thread" and 2 or 64)
block(128)
local a, x, y = global("a", float, n, n), global("x", float, n), global("y", float, n)
function kernel()
  local i, s = blockIdx.x * blockDim.x + threadIdx.x, 0
  if way == "thread" then
    for k = 0, n - 1 do s = s + a[i][k] * x[k] end
    y[i] = s
  else
    for k = laneid(), n - 1, 32 do s = s + a[i // 32][k] * x[k] end
    for _, m in ipairs{16, 8, 4, 2, 1} do s = s + __shfl_xor_sync(0xffffffff, s, m) end
    if laneid() == 0 then y[i // 32] = s end
  end
end
