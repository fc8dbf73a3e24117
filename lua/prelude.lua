-- What the environment of a script has from Lua itself. Gets the functions that
-- it needs; returns pairs.
local next, sort, type, error, rawget = ...

-- Numbers come before strings, strings before booleans.
local rank = { number = 1, string = 2, boolean = 3 }

local function before(a, b)
  local ra, rb = rank[type(a)], rank[type(b)]
  if ra ~= rb then return ra < rb end
  if ra == 3 then return b and not a end
  return a < b
end

-- pairs() in a fixed order: what a script does must not depend on where its
-- strings lie in memory.
return function(t)
  if type(t) ~= "table" then
    error("pairs() needs a table, not " .. (t == nil and "nil" or type(t) == "userdata" and
          "an array or a group of figures" or "a " .. type(t)), 2)
  end
  local keys, n = {}, 0
  for k in next, t do
    if not rank[type(k)] then
      error("pairs() cannot order keys that are a " .. type(k), 2)
    end
    n = n + 1
    keys[n] = k
  end
  sort(keys, before)
  local i = 0
  return function()
    while i < n do
      i = i + 1
      local v = rawget(t, keys[i])
      if v ~= nil then return keys[i], v end
    end
  end
end
