-- Loops of which lanes leave one after the other
local way = param("way", "lane", { values = { "lane", "list", "early", "reduction", "atomic",
  "break", "try", "queue", "work", "compact", "strided", "continue", "return", "hash", "push",
  "again" } })
local n = param("n", 32, { min = 1, max = 1000 })
local base = param("g", "numbers", { values = { "numbers", "zeros", "list" } })
local g = global("g", int, 8192):fill(function(i)
  return base == "numbers" and i or base == "zeros" and 0 or (i % 5 ~= 0 and i + 32 or 0)
end)
local h = global("h", int, 8192)
local out = global("out", int, 8192)

function kernel()
  local lane, c = laneid(), 0
  if way == "lane" then
    for i = 0, lane - 1 do c = c + g[i * 32 + lane] end
  elseif way == "list" then
    local i, following = lane, g[lane]
    while following > i do
      i = following
      c = c + 1
      following = g[i]
    end
  elseif way == "early" then
    if lane % 3 == 0 then return end
    for i = 0, lane - 1 do
      if i == 20 then
        out[lane] = -1
        return
      end
      c = c + g[i * 32 + lane]
    end
  elseif way == "reduction" then
    for i = 0, lane % 4 - 1 do atomicAdd(g, i, 1) end
  elseif way == "atomic" then
    for i = 0, lane % 4 - 1 do c = c + atomicAdd(g, i, 1) end
  elseif way == "break" then
    for i = 0, n - 1 do
      if atomicAdd(g, lane % 4, 1) > 40 then
        c = i
        break
      end
    end
  elseif way == "try" then
    c = -1
    for i = 0, n - 1 do
      if atomicCAS(g, 0, 0, 1) == 0 then
        h[0] = h[0] + 1
        __threadfence()
        atomicExch(g, 0, 0)
        c = i
        break
      end
    end
  elseif way == "queue" then
    while atomicAdd(g, 0, 1) < 100 do c = c + 1 end
  elseif way == "work" then
    local j = atomicAdd(g, 0, 1)
    while j < 100 do
      h[j] = 1
      j = atomicAdd(g, 0, 1)
    end
  elseif way == "compact" then
    for i = lane, 79, 32 do
      local v = g[i]
      if v % 3 == 0 then out[atomicAdd(h, 0, 1)] = v end
    end
    return
  elseif way == "strided" then
    local i = lane
    while i < n do
      local p = atomicAdd(h, lane % 2, 1)
      out[p] = g[i]
      i = i + 32 + lane
    end
    out[lane + 64] = i
    return
  elseif way == "continue" then
    local i = 0
    while i < lane do
      i = i + 1
      if i % 3 ~= 0 then c = c + g[i * 32 + lane] end
    end
  elseif way == "return" then
    for i = 0, 39 do
      if g[i * 32 + lane] % 37 == 5 then return end
      c = i
    end
  elseif way == "hash" then
    local key = lane * 7 % n + 1
    c = key * 5 % 16
    while true do
      local was = atomicCAS(g, c, 0, key)
      if was == 0 or was == key then break end
      c = (c + 1) % 64
    end
  elseif way == "push" then
    repeat
      c = g[0]
      h[lane] = c
      __threadfence()
    until atomicCAS(g, 0, c, lane + 1) == c
  elseif way == "again" then
    local seen
    c = g[0]
    repeat
      seen = c
      h[lane] = seen
      c = atomicCAS(g, 0, seen, lane + 1)
    until c == seen
  end
  out[lane] = c
end
