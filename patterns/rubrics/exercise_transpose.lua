-- A rubric for exercise_transpose: what a solution is graded by.
--   warplens check solution.lua --rubric exercise_transpose
title "Transpose without bank conflicts"

-- Values that no script can know beforehand: changing a number makes new ones.
local function seed(y, x)
  return (y * 7919 + x * 104729 + 12345) % 65521
end

-- The script runs with n x n elements and these values as its input.
local function transposes(n, points)
  case("transposes " .. n .. " x " .. n, {
    params = { n = n }, points = points, fill = { input = seed },
  }, function(r)
    equal(#r.arrays.output, n)             -- nobody may make it smaller
    equal(#r.arrays.output[0], n)
    same(r.arrays.output, function(y, x) return seed(x, y) end)
  end)
end

transposes(32, 1)
transposes(96, 2)

case("moves nothing in vain", { points = 2 }, function(r)
  equal(r.global.excess_sectors, 0)
end)

case("no bank conflicts", { points = 4 }, function(r)
  at_least(r.shared.load.requests, 1)      -- the tile is still used
  ensure(r.arrays.tile.space == "shared", "the tile must stay in shared memory")
  equal(r.shared.excess_wavefronts, 0)
end)

case("no bank conflicts where banks are 8 bytes wide", {
  points = 1, arch = "3.5", visibility = "after_due_date",
}, function(r)
  at_least(r.shared.load.requests, 1)
  equal(r.shared.excess_wavefronts, 0)
end)
