-- A rubric for exercise_stencil: what a solution is graded by.
--   warplens check solution.lua --rubric exercise_stencil
title "A 2-D stencil with a halo"

-- Values that no script can know beforehand: changing a number makes new ones. None is 0, so that
-- an element that is left out is missed.
local function seeded(salt)
  return function(y, x) return 1 + (y * 7919 + (x or 0) * 104729 + salt) % 997 end
end

-- Constant memory, or smaller elements, would hide what is asked for.
local function is_declared(r, name, type, rows, columns)
  local array = r.arrays[name]
  return ensure(array.space == "global" and array.type == type and array.dimensions == 2
    and #array == rows and #array[0] == columns, name .. " must be an array of " .. rows
    .. " x " .. columns .. " " .. type .. " in global memory")
end

local function summed(r, n, value)
  if not (is_declared(r, "input", "float", n, n) and is_declared(r, "output", "float", n, n)) then
    return false
  end
  if not equal(r.hazards.total, 0) then return false end -- it may be why values are wrong
  return same(r.arrays.output, function(y, x)
    local sum = 0
    for v = max(y - 1, 0), min(y + 1, n - 1) do
      for u = max(x - 1, 0), min(x + 1, n - 1) do sum = sum + value(v, u) end
    end
    return sum
  end)
end

for i, n in ipairs { 32, 96 } do
  local value = seeded(4711 * i)
  case("sums up " .. n .. " x " .. n, {
    params = { n = n }, fill = { input = value }, points = 1,
    hints = {
      "Where are the elements that differ: at the edge of the matrix, of a tile, or in its "
        .. "corners?",
      "The halo has corners, which no thread at an edge looks after by itself. Beyond the matrix "
        .. "it holds zeros: store them.",
      "All threads of the block come to the barrier, also those at the edge, and it stands between "
        .. "the last store to the tile and the first load from it.",
    },
  }, function(r) summed(r, n, value) end)
end

-- Of 10 rows of 34 floats each row lies in 6 sectors: 60. Requests that begin within a row touch
-- some of them twice.
local value = seeded(31)
case("few sectors are loaded", {
  params = { n = 64 }, fill = { input = value }, points = 5,
  hints = {
    "The tile needs (32 + 2) * (8 + 2) elements: one more on each side.",
    "Count through the 340 places: for k = t, 339, 256, where t = threadIdx.y * 32 + threadIdx.x.",
    "Place k of the tile is row k // 34, column k % 34; it belongs to row blockIdx.y * 8 + k // 34 "
      .. "- 1 and column blockIdx.x * 32 + k % 34 - 1 of the input.",
  },
}, function(r)
  need(summed(r, 64, value))
  at_most(r.global.load.sectors, 80 * 64 * 64 // 256)
  at_most(r.global.requests, (28 + 8) * 64 * 64 // 256)
end)

case("full warps read the tile", {
  params = { n = 64 }, fill = { input = value }, points = 3,
  hints = {
    "Each thread reads 9 elements of the tile: a warp has 9 requests for 32 sums.",
    "Lanes that read side by side have no bank conflict: threadIdx.x is the last index.",
  },
}, function(r)
  need(summed(r, 64, value))
  at_least(r.shared.load.requests, 1)      -- there is a tile
  at_most(r.shared.load.wavefronts, 9 * 64 * 64 // 32)
  at_most(r.global.store.requests, 64 * 64 // 32)
end)
