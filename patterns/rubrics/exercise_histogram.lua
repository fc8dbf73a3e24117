-- A rubric for exercise_histogram: what a solution is graded by.
--   warplens check solution.lua --rubric exercise_histogram
title "A histogram with bins of one's own"

local OF_BLOCK <const> = 4096              -- values of a block

-- Values that no script can know beforehand: changing a number makes new ones.
local function seeded(salt, colours)
  return function(i) return (i * 7919 + i // 97 + salt) % colours end
end

-- Constant memory, or smaller elements, would hide what is asked for.
local function is_declared(r, name, type, n)
  local array = r.arrays[name]
  return ensure(array.space == "global" and array.type == type and array.dimensions == 1
    and #array == n, name .. " must be an array of " .. n .. " " .. type .. " in global memory")
end

local function counted(r, n, value)
  local count = {}
  for i = 0, n - 1 do
    local v = value(i)
    count[v] = (count[v] or 0) + 1
  end
  if not (is_declared(r, "input", "uchar", n)
    and is_declared(r, "bins", "uint", 256)) then return false end
  -- A hazard may be why values are wrong.
  return equal(r.hazards.total, 0) and same(r.arrays.bins, function(i) return count[i] or 0 end)
end

for i, picture in ipairs { { "many colours", 256 }, { "one colour", 1 }, { "seven colours", 7 } } do
  local name, colours = picture[1], picture[2]
  local n, value = OF_BLOCK * i, seeded(4711 * i, colours)
  case("counts a picture of " .. name, {
    params = { n = n }, fill = { input = value }, points = 1,
    hints = {
      "The bins of the block begin with what lay there: clear them, one by each thread.",
      "Clear, wait, count, wait, add up: no thread may count before all bins are clear, nor add up "
        .. "before all values are counted.",
      "Both additions are atomics: two threads may meet in a bin of the block, and two blocks in a "
        .. "bin of the grid.",
    },
  }, function(r) counted(r, n, value) end)
end

-- 256 bins are 8 requests of full warps: a block may have as many on global memory, whatever it
-- does with its values.
local value = seeded(31, 256)
case("few atomics on global memory", {
  params = { n = 2 * OF_BLOCK }, fill = { input = value }, points = 4,
  hints = {
    "Declare bins of the block, shared(\"own\", uint, 256), and count there: "
      .. "atomicAdd(own, value, 1).",
    "Thread t looks after bin t: it clears own[t] at the beginning, and adds own[t] to bins[t] at "
      .. "the end.",
    "The addition to bins stands behind the loop, not in it.",
  },
}, function(r)
  need(counted(r, 2 * OF_BLOCK, value))
  at_most(r.global.reduce.requests + r.global.atomic.requests + r.global.cas.requests, 2 * 8)
  at_most(r.global.store.requests, 0)
end)

case("full warps count", {
  params = { n = 2 * OF_BLOCK }, fill = { input = value }, points = 3,
  hints = {
    "Every value is loaded once, by 32 lanes side by side.",
    "Neighbouring threads load neighbouring values: input[from + k * B + threadIdx.x].",
  },
}, function(r)
  need(counted(r, 2 * OF_BLOCK, value))
  at_least(r.shared.requests, 1)           -- there are bins of the block
  at_most(r.shared.requests, 2 * 300)      -- 128 to count; 16 for each set of bins, of which
                                           -- every warp may have its own
  equal(r.global.load.excess_sectors, 0)
  at_most(r.global.load.requests, 2 * OF_BLOCK // 32)
end)
