-- Sums over the fields of records, which lie together or in rows of their own
local way = param("way", "aos", {values = {"aos", "soa"}})
local fields = param("fields", 2)
local n = 1 << 18
grid(n // 256)
block(256)
local input, out = global("input", float, n * fields), global("out", float, n)
function kernel()
  local i, s = blockIdx.x * blockDim.x + threadIdx.x, 0
  if i >= n then return end
  for f = 0, fields - 1 do s = s + input[way == "aos" and i * fields + f or f * n + i] end
  out[i] = s
end
