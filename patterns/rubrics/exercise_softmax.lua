-- A rubric for exercise_softmax: what a solution is graded by.
--   warplens check solution.lua --rubric exercise_softmax
title "Softmax of rows"

-- Values that no script can know beforehand: changing a number makes new ones.
local function seeded(salt, size)
  return function(y, x) return (y * 7919 + (x or 0) * 104729 + salt) % 101 / 101 * size end
end

-- Constant memory, or smaller elements, would hide what is asked for.
local function is_declared(r, name, type, rows, columns)
  local array = r.arrays[name]
  return ensure(array.space == "global" and array.type == type and array.dimensions == 2
    and #array == rows and #array[0] == columns, name .. " must be an array of " .. rows
    .. " x " .. columns .. " " .. type .. " in global memory")
end

-- Rows differ by as little as a sum that misses a lane: what is compared is large enough for that.
local function normalized(r, rows, cols, value)
  local most, sum = {}, {}
  for y = 0, rows - 1 do
    most[y], sum[y] = value(y, 0), 0
    for x = 1, cols - 1 do most[y] = max(most[y], value(y, x)) end
    for x = 0, cols - 1 do sum[y] = sum[y] + exp(value(y, x) - most[y]) end
  end
  if not (is_declared(r, "input", "float", rows, cols)
    and is_declared(r, "output", "float", rows, cols)) then return false end
  local function quotient(y, x) return exp(value(y, x) - most[y]) / sum[y] end
  -- A hazard may be why values are wrong.
  return equal(r.hazards.total, 0) and same(r.arrays.output, quotient, 1e-6)
end

for i, size in ipairs { { 32, 32 }, { 64, 96 } } do
  local rows, cols, value = size[1], size[2], seeded(4711 * i, 4)
  case(rows .. " rows of " .. cols, {
    params = { rows = rows, cols = cols }, fill = { input = value }, points = 1,
    hints = {
      "The sum is over all elements of the row: with 32 lanes and 96 columns each lane has three.",
      "Every lane needs the whole sum, not lane 0 alone: __shfl_xor_sync(0xffffffff, v, d) for "
        .. "d = 16, 8, 4, 2, 1 leaves it in all of them.",
    },
  }, function(r) normalized(r, rows, cols, value) end)
end

local large = seeded(99, 1000)
case("large values", {
  params = { rows = 32, cols = 64 }, fill = { input = large }, points = 3,
  hints = {
    "A float ends at 3.4e38, and expf(89) is beyond it. The softmax does not change where the same "
      .. "number is taken off all x of a row.",
    "Take the row's maximum off: expf(x - most) is at most 1. The maximum is a reduction, too.",
  },
}, function(r) normalized(r, 32, 64, large) end)

local value = seeded(31, 4)
case("loads and stores are coalesced", {
  params = { rows = 64, cols = 64 }, fill = { input = value }, points = 3,
  hints = {
    "Neighbouring lanes should have neighbouring columns of one row.",
    "A block is a warp, and a warp is a row: grid(rows), and lane x has the columns x, x + 32, "
      .. "x + 64 and so on.",
  },
}, function(r)
  need(normalized(r, 64, 64, value))
  equal(r.global.excess_sectors, 0)
  at_most(r.global.store.requests, 64 * 64 // 32)
end)

case("each element is loaded once", {
  params = { rows = 32, cols = 128 }, fill = { input = value }, points = 2,
  hints = {
    "A lane can keep what it has loaded: local own = {}, own[k] = input[y][x]. In CUDA these are "
      .. "registers, where the loop is unrolled.",
  },
}, function(r)
  need(normalized(r, 32, 128, value))
  at_most(r.global.requests, 2 * 32 * 128 // 32)
end)
