-- Lanes add 1 by compare-and-swap to one of k words, which lie `stride` words apart
local k = param("k", 1, { min = 1, max = 32 })
local stride = param("stride", 1, { min = 1, max = 8 })
local block_wise = param("words", "modulo", { values = { "modulo", "division" } })
local memory = param("memory", "global", { values = { "global", "shared" } })
local after = param("after", "nothing", { values = { "nothing", "store", "syncwarp", "shuffle" } })
local g = global("g", int, 256)
local s = shared("s", int, 32)
local out = global("out", int, 32)
function kernel()
  local lane, words = laneid(), g
  if memory == "shared" then
    words = s
    s[lane] = 0
    __syncwarp()
  end
  local i = (block_wise == "modulo" and lane % k or lane // k) * stride
  local seen
  local old = words[i]
  repeat
    seen = old
    old = atomicCAS(words, i, seen, seen + 1)
  until old == seen
  if after == "syncwarp" then __syncwarp() end
  if after == "shuffle" then old = __shfl_xor_sync(0xffffffff, old, 1) end
  if after ~= "nothing" then out[lane] = old end
  if memory == "shared" then
    __syncwarp()
    out[lane] = s[lane]
  end
end
