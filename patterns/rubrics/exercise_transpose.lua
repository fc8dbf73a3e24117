-- A rubric for exercise_transpose: what a solution is graded by.
--   warplens check solution.lua --rubric exercise_transpose
title "Transpose without bank conflicts"

-- Values that no script can know beforehand: changing a number makes new ones.
local function seed(y, x)
  return (y * 7919 + (x or 0) * 104729 + 12345) % 65521
end
local fill = { input = seed }

-- Constant memory, or smaller elements, would hide what is asked for.
local function is_declared(r, name, type, rows, columns)
  local array = r.arrays[name]
  return ensure(array.space == "global" and array.type == type and array.dimensions == 2
    and #array == rows and #array[0] == columns, name .. " must be an array of " .. rows
    .. " x " .. columns .. " " .. type .. " in global memory")
end

-- Every case asks for the right values: else a script could be cheap by doing less.
-- Values that are right by chance, as without a barrier, are not right.
local function transposed(r, n)
  if not (is_declared(r, "input", "float", n, n) and is_declared(r, "output", "float", n, n)) then
    return false
  end
  -- A hazard may be why values are wrong.
  return equal(r.hazards.total, 0)
    and same(r.arrays.output, function(y, x) return seed(x, y) end)
end

for _, n in ipairs { 32, 96 } do
  case("transposes " .. n .. " x " .. n, {
    params = { n = n }, fill = fill,
    hints = {
      "output[x][y] is input[y][x] for all x and y.",
      "A tile changes its place, too: what block (2, 0) loads belongs where block (0, 2) loads.",
    },
  }, function(r) transposed(r, n) end)
end

-- One lane at a time wastes no sector and has no conflict, but takes 32 times the requests. So
-- what a full warp needs is asked for, too: that many requests for n x n floats, each way.
local function full_warps(n) return n * n // 32 end

case("loads and stores are coalesced", {
  params = { n = 64 }, points = 1, fill = fill,
  hints = {
    "threadIdx.x should be the last index of input where it is loaded, and of output where it is "
      .. "stored: the turn happens in shared memory.",
  },
}, function(r)
  need(transposed(r, 64))
  equal(r.global.excess_sectors, 0)
  at_most(r.global.load.requests, full_warps(64))
  at_most(r.global.requests, 2 * full_warps(64))
end)

local function without_conflicts(r)
  need(transposed(r, 128))
  at_least(r.shared.load.requests, 1)      -- the tile is still used
  equal(r.global.excess_sectors, 0)        -- nor is its trouble moved elsewhere
  equal(r.shared.excess_wavefronts, 0)
  at_most(r.shared.wavefronts, 2 * full_warps(128))
end

case("no bank conflicts", {
  params = { n = 128 }, points = 5, fill = fill,
  hints = {
    "Bank = index mod 32. A row of the tile has 32 words: in which bank is tile[1][0], and "
      .. "tile[2][0]?",
    "If rows were a word longer, tile[1][0] would be one bank further than tile[0][0].",
    "Declare it with T + 1 columns. Nothing else changes.",
  },
}, without_conflicts)

case("no bank conflicts where banks are 8 bytes wide", {
  params = { n = 128 }, arch = "3.5", points = 2, fill = fill, visibility = "after_due_date",
}, without_conflicts)
