-- A rubric for exercise_scan: what a solution is graded by.
--   warplens check solution.lua --rubric exercise_scan
title "A scan of the block"

local B <const> = 256                      -- numbers of a block

-- Values that no script can know beforehand: changing a number makes new ones.
local function seeded(salt)
  return function(i) return (i * 7919 + salt) % 1009 - 500 end
end

-- Constant memory, or smaller elements, would hide what is asked for.
local function is_declared(r, name, type, n)
  local array = r.arrays[name]
  return ensure(array.space == "global" and array.type == type and array.dimensions == 1
    and #array == n, name .. " must be an array of " .. n .. " " .. type .. " in global memory")
end

local function scanned(r, n, value)
  local sums, sum = {}, 0
  for i = 0, n - 1 do
    sum = (i % B == 0 and 0 or sum) + value(i)
    sums[i] = sum
  end
  if not (is_declared(r, "input", "int", n)
    and is_declared(r, "output", "int", n)) then return false end
  -- A hazard may be why values are wrong.
  return equal(r.hazards.total, 0) and same(r.arrays.output, function(i) return sums[i] end)
end

-- A full warp moves 32 numbers at once.
local function cheap_outside(r, n)
  equal(r.global.excess_sectors, 0)
  at_most(r.global.requests, 2 * n // 32)
end

for i, n in ipairs { 256, 768 } do
  local value = seeded(4711 * i)
  case("scans " .. n .. " numbers", {
    params = { n = n }, fill = { input = value }, points = 1,
    hints = {
      "output[i] is the sum of the numbers of the block up to input[i], which counts, too.",
      "The first elements that differ tell where it begins to go wrong: at 1, or at 32, where the "
        .. "second warp begins?",
      "In a round all threads read before any of them writes: a barrier behind the loads, and one "
        .. "behind the stores.",
    },
  }, function(r) scanned(r, n, value) end)
end

local value = seeded(31)
case("step 1: all threads add", {
  params = { n = 512 }, fill = { input = value }, points = 4,
  hints = {
    "After the round with distance 1 each element has the sum of 2 numbers; which distance makes 4 "
      .. "of them?",
    "In the round with distance d, thread t >= d adds part[t - d] to part[t].",
    "local v = t >= d and part[t - d] or 0, a barrier, part[t] = part[t] + v, a barrier; then "
      .. "d = 2 * d, as long as d < B.",
  },
}, function(r)
  need(scanned(r, 512, value))
  cheap_outside(r, 512)
  equal(r.shared.excess_wavefronts, 0)
  at_most(r.shared.requests, 216 * 2)      -- 8 rounds of 2 loads and a store by 8 warps, and 24
end)

case("step 2: shuffles", {
  params = { n = 512 }, fill = { input = value }, points = 4,
  hints = {
    "Inside of a warp __shfl_up_sync(0xffffffff, v, d) brings the v of the lane that is d to the "
      .. "left. Lanes below d have none there: they add nothing.",
    "Then lane 31 has the sum of its warp, and puts it into part[warpid()]. Behind a barrier, "
      .. "what has each warp to add to its sums?",
    "Warp 0 scans the 8 sums in the same way, and stores them; behind another barrier all warps "
      .. "but the first add part[warpid() - 1].",
  },
}, function(r)
  need(scanned(r, 512, value))
  cheap_outside(r, 512)
  equal(r.shared.excess_wavefronts, 0)
  at_most(r.shared.requests, 40 * 2)       -- 8 + 1 stores, 1 + 7 loads
  at_most(r.steps, 150 * 2)                -- 5 shuffles for each of 9 scans, not 31
end)
