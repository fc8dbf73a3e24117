-- Dot products of one block; the sum is in out[0]
local method = param("method", "atomic", {values = {"atomic", "tree", "interleaved", "shuffle"}})
local n = 256
block(n)
local a = global("a", float, n):fill(function(i) return i % 13 end)
local b = global("b", float, n):fill(function(i) return i % 5 - 1 end)
local r, out = global("r", float, 1), global("out", float, 1)
local c = shared("c", float, n)
function kernel()
  local t = threadIdx.x
  local v = a[t] * b[t]
  if method == "atomic" then
    atomicAdd(r, 0, v)
  elseif method == "shuffle" then
    local m = 16
    while m > 0 do
      v = v + __shfl_xor_sync(0xffffffff, v, m)
      m = m >> 1
    end
    if t & 31 == 0 then atomicAdd(r, 0, v) end
  else
    c[t] = v
    __syncthreads()
    local s = method == "tree" and n // 2 or 1
    while method == "tree" and s > 0 or method ~= "tree" and s < n do
      local k = method == "tree" and t or 2 * s * t
      if (method == "tree" and t < s) or (method ~= "tree" and k < n) then
        c[k] = c[k] + c[k + s]
      end
      __syncthreads()
      s = method == "tree" and s // 2 or s * 2
    end
    if t == 0 then r[0] = c[0] end
  end
  __syncthreads()
  if t == 0 then out[0] = r[0] end
end
