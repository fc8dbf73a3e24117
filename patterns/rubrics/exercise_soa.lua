-- A rubric for exercise_soa: what a solution is graded by.
--   warplens check solution.lua --rubric exercise_soa
title "From an array of structs to a struct of arrays"

-- Values that no script can know beforehand: changing a number makes new ones.
local function seeded(salt)
  return function(i) return (i * 7919 + salt) % 65521 end
end

-- Constant memory, or smaller elements, would hide what is asked for.
local function is_declared(r, name, type, n)
  local array = r.arrays[name]
  return ensure(array.space == "global" and array.type == type and array.dimensions == 1
    and #array == n, name .. " must be an array of " .. n .. " " .. type .. " in global memory")
end

local function split(r, n, value)
  if not is_declared(r, "points", "float", 3 * n) then return false end
  local right = equal(r.hazards.total, 0)  -- a hazard may be why values are wrong
  for k, name in ipairs { "xs", "ys", "zs" } do
    if not is_declared(r, name, "float", n) then return false end
    right = right and same(r.arrays[name], function(i) return value(3 * i + k - 1) end)
  end
  return right
end

for i, n in ipairs { 128, 640 } do
  local value = seeded(4711 * i)
  case("splits " .. n .. " points", {
    params = { n = n }, fill = { points = value }, points = 1,
    hints = {
      "Point i of the grid is points[3 * i], points[3 * i + 1] and points[3 * i + 2].",
      "What one thread has put into shared memory another one takes: what has to stand between?",
    },
  }, function(r) split(r, n, value) end)
end

-- A full warp moves 32 floats a request: 3 n floats take 3 n / 32 of them, each way.
for i, what in ipairs { "loads", "loads and stores" } do
  local n, value = 384, seeded(31 * i)
  case(what .. " are coalesced", {
    params = { n = n }, fill = { points = value }, points = 3,
    hints = {
      "Which floats do lanes 0 and 1 touch in the same request? They should be neighbours.",
      "A block has 3 * B floats that lie together. Load them in the order in which they lie: "
        .. "B of them, three times.",
      "Put them into a shared array of 3 * B floats, wait, and let each thread take its three.",
    },
  }, function(r)
    need(split(r, n, value))
    equal(i == 1 and r.global.load.excess_sectors or r.global.excess_sectors, 0)
    at_most(r.global.load.requests, 3 * n // 32)
    at_most(r.global.requests, 2 * 3 * n // 32) -- copies and atomics cost requests, too
  end)
end

local value = seeded(99)
case("no bank conflicts", {
  params = { n = 256 }, fill = { points = value }, points = 2,
  hints = {
    "32 lanes want 32 different banks. Bank = index mod 32: write the banks of lanes 0 to 4 down.",
    "Floats 3 apart are in 32 different banks, since 3 and 32 have no common divisor. 4 has one.",
  },
}, function(r)
  need(split(r, 256, value))
  at_least(r.shared.load.requests, 1)      -- there is a tile
  equal(r.shared.excess_wavefronts, 0)
  at_most(r.shared.wavefronts, 2 * 3 * 256 // 32)
end)
