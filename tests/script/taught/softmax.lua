-- Softmax of rows, a row a warp
local n = 200
grid(16)
block(128)
local input, out = global("input", float, 64, n), global("out", float, 64, n)
local masks = {16, 8, 4, 2, 1}
function kernel()
  local r, lane = (blockIdx.x * blockDim.x + threadIdx.x) // 32, laneid()
  local top, sum = -1e30, 0
  for k = lane, n - 1, 32 do top = fmaxf(top, input[r][k]) end
  for _, m in ipairs(masks) do top = fmaxf(top, __shfl_xor_sync(0xffffffff, top, m)) end
  for k = lane, n - 1, 32 do sum = sum + expf(input[r][k] - top) end
  for _, m in ipairs(masks) do sum = sum + __shfl_xor_sync(0xffffffff, sum, m) end
  for k = lane, n - 1, 32 do out[r][k] = expf(input[r][k] - top) / sum end
end
