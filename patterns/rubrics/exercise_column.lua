-- A rubric for exercise_column: what a solution is graded by.
--   warplens check solution.lua --rubric exercise_column
title "Columns of a matrix, coalesced"

-- Values that no script can know beforehand: changing a number makes new ones.
local function seeded(salt)
  return function(y, x) return (y * 7919 + (x or 0) * 104729 + salt) % 65521 end
end

-- Constant memory, or smaller elements, would hide what is asked for.
local function is_declared(r, name, type, rows, columns)
  local array = r.arrays[name]
  return ensure(array.space == "global" and array.type == type and array.dimensions == 2
    and #array == rows and #array[0] == columns, name .. " must be an array of " .. rows
    .. " x " .. columns .. " " .. type .. " in global memory")
end

local function copied(r, n, first, value)
  if not (is_declared(r, "input", "float", n, 128)
    and is_declared(r, "output", "float", n, 32)) then return false end
  -- A hazard may be why values are wrong.
  return equal(r.hazards.total, 0)
    and same(r.arrays.output, function(y, x) return value(y, first + x) end)
end

for i, size in ipairs { { 32, 0 }, { 96, 40 } } do
  local n, first, value = size[1], size[2], seeded(1000 * i)
  case("copies " .. n .. " rows", {
    params = { n = n, first = first }, fill = { input = value }, points = 1,
    hints = {
      "Each element is copied once: output[y][x] = input[y][first + x] for all rows and for 32 "
        .. "columns.",
      "Look at the first element that differs: which thread should have stored it?",
    },
  }, function(r) copied(r, n, first, value) end)
end

-- A request of a full warp moves 32 floats side by side, which is 4 sectors: n rows take n
-- requests. One lane at a time wastes no sector, but takes 32 times as many.
for i, op in ipairs { "load", "store" } do
  local n, first, value = 64, 8 * i, seeded(77 * i)
  case(op .. "s are coalesced", {
    params = { n = n, first = first }, fill = { input = value }, points = 4,
    hints = {
      "Write down which elements lanes 0, 1 and 2 touch in the same iteration. Are they "
        .. "neighbours?",
      "Rows lie one after the other in memory: neighbours are [y][x] and [y][x + 1].",
      "Let threadIdx.x be the column, and let the loop go over the rows.",
    },
  }, function(r)
    need(copied(r, n, first, value))
    equal(r.global[op].excess_sectors, 0)
    at_most(r.global[op].requests, n)
    -- An atomic or a copy is no load or store, but costs a request, too.
    equal(r.global.requests, r.global.load.requests + r.global.store.requests)
  end)
end
