-- The largest of the lanes' numbers by compare-and-swap, as CUDA has no atomicMax() of floats
local k = param("k", 1, { min = 1, max = 32 })
local order = param("order", "rising", { values = { "rising", "falling", "mixed", "fours" } })
local memory = param("memory", "global", { values = { "global", "shared" } })
local g = global("g", int, 32)
local s = shared("s", int, 32)
local out = global("out", int, 32)
function kernel()
  local lane, words = laneid(), g
  if memory == "shared" then
    words = s
    s[lane] = 0
    __syncwarp()
  end
  local v = order == "rising" and lane or order == "falling" and 31 - lane
            or order == "mixed" and lane * 7 % 32 or lane // 4
  local i, seen = lane % k, nil
  local old = words[i]
  repeat
    seen = old
    if seen >= v then break end
    old = atomicCAS(words, i, seen, v)
  until old == seen
  if memory == "shared" then
    __syncwarp()
    out[lane] = s[lane]
  else
    out[lane] = old
  end
end
