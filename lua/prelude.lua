-- What the environment of a script has from Lua itself. Gets the functions that
-- it needs; returns pairs.
local next, sort, type, error, contents = ...

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
  for k in next, contents(t) do
    if not rank[type(k)] then
      error("pairs() cannot order keys that are a " .. type(k), 2)
    end
    n = n + 1
    keys[n] = k
  end
  sort(keys, before)
  local first, after = keys[1], {}
  for i = 1, n - 1 do
    after[keys[i]] = keys[i + 1]
  end
  -- What comes behind a key is told by the key alone: threads that have an iterator from outside
  -- of the kernel could share one that counts.
  return function(_, k)
    repeat
      if k == nil then k = first else k = after[k] end
      if k == nil then return nil end
    until t[k] ~= nil
    return k, t[k]
  end
end
