-- Lanes wait for what another lane of their warp writes
local way = param("way", "chain", { values = { "chain", "reverse", "eights", "atomic", "ticket",
  "first", "last", "fifth", "most" } })
local g = global("g", int, 4)
local t = global("t", int, 1)
local out = global("out", int, 32)

local function flag(writes)
  if writes then
    g[1] = 42
    __threadfence()
    g[0] = 1
  else
    while g[0] == 0 do end
  end
  out[laneid()] = g[1]
end

function kernel()
  local lane = laneid()
  if way == "chain" or way == "reverse" or way == "eights" then
    local turn = way == "chain" and lane or way == "reverse" and 31 - lane or lane // 8
    while g[0] ~= turn do end
    g[0] = turn + 1
    out[lane] = 1
  elseif way == "atomic" then
    while atomicAdd(g, 0, 0) ~= lane do end
    atomicAdd(g, 0, 1)
    out[lane] = 1
  elseif way == "ticket" then
    local my = atomicAdd(t, 0, 1)
    while g[1] ~= my do end
    g[0] = g[0] + 1
    __threadfence()
    g[1] = my + 1
    out[lane] = my
  elseif way == "first" then
    flag(lane == 0)
  elseif way == "last" then
    flag(lane == 31)
  elseif way == "fifth" then
    if lane ~= 5 then
      while g[0] == 0 do end
    else
      g[1] = 42
      __threadfence()
      g[0] = 1
    end
    out[lane] = g[1]
  else
    if lane < 4 then
      while g[0] == 0 do end
    else
      g[1] = 42
      __threadfence()
      g[0] = 1
    end
    out[lane] = g[1]
  end
end
