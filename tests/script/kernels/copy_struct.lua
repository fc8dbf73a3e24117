-- out[i] = in[i].x, from an array of structs: a stride as large as the struct
local Vec = struct("Vec", {"x", float}, {"y", float}, {"z", float})
local types = {
  pair = struct("Pair", {"x", float}, {"y", float}),
  triple = Vec,
  aligned = struct("Aligned", {"x", float}, {"y", float}, {"z", float}, {align = 16}),
  nested = struct("Nested", {"x", float}, {"at", Vec}, {"color", uchar, 4}, {"speed", Vec}),
}
local type = param("type", "pair", {values = {"pair", "triple", "aligned", "nested"}})
local n = 1 << 18
grid(n // 256)
block(256)
local a, b = global("a", types[type], n), global("b", float, n)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  if i < n then b[i] = a[i].x end
end
