-- A rubric for exercise_matmul: what a solution is graded by.
--   warplens check solution.lua --rubric exercise_matmul
title "A tiled matrix product"

-- Values that no script can know beforehand: changing a number makes new ones. They are small
-- and whole, so that sums of floats are exact in any order.
local function seeded(salt)
  return function(y, x) return (y * 7919 + (x or 0) * 104729 + salt) % 17 - 8 end
end

-- Constant memory, or smaller elements, would hide what is asked for.
local function is_declared(r, name, type, rows, columns)
  local array = r.arrays[name]
  return ensure(array.space == "global" and array.type == type and array.dimensions == 2
    and #array == rows and #array[0] == columns, name .. " must be an array of " .. rows
    .. " x " .. columns .. " " .. type .. " in global memory")
end

local function product(r, n, a, b)
  for _, name in ipairs { "a", "b", "c" } do
    if not is_declared(r, name, "float", n, n) then return false end
  end
  if not equal(r.hazards.total, 0) then return false end -- it may be why values are wrong
  return same(r.arrays.c, function(y, x)
    local sum = 0
    for k = 0, n - 1 do sum = sum + a(y, k) * b(k, x) end
    return sum
  end)
end

-- 2 n^3 loads of a thread, each shared by the 16 threads of a row or column of its tile.
local function loads(n) return 2 * n * n * n // (16 * 32) end

for i, n in ipairs { 16, 48 } do
  local a, b = seeded(11 * i), seeded(1300 * i)
  case("multiplies " .. n .. " x " .. n, {
    params = { n = n }, fill = { a = a, b = b }, points = 1,
    hints = {
      "c[y][x] is the sum of a[y][k] * b[k][x] over all k. With tiles, k goes over the tiles, and "
        .. "inside over the 16 columns of each.",
      "Two barriers for each tile: one before it is used, and one before it is overwritten.",
    },
  }, function(r) product(r, n, a, b) end)
end

local a, b = seeded(23), seeded(29)
case("loads a sixteenth", {
  params = { n = 64 }, fill = { a = a, b = b }, points = 4,
  hints = {
    "Two shared arrays of 16 x 16, one for a, one for b. In each round every thread of the block "
      .. "loads one element of either.",
    "In round m the tile of a has the columns 16 * m to 16 * m + 15 of the rows of the block; the "
      .. "tile of b has these rows, and the columns of the block.",
    "Load, wait, add up 16 products from the tiles, wait, and go on to the next round.",
  },
}, function(r)
  need(product(r, 64, a, b))
  at_most(r.global.requests, loads(64) + 64 * 64 // 32)
end)

case("loads and stores are coalesced", {
  params = { n = 32 }, fill = { a = a, b = b }, points = 2,
  hints = {
    "threadIdx.x should be the last index of each element that is loaded or stored.",
    "Both tiles: ta[threadIdx.y][threadIdx.x] = a[y][16 * m + threadIdx.x], and tb likewise.",
  },
}, function(r)
  need(product(r, 32, a, b))
  equal(r.global.excess_sectors, 0)
  at_most(r.global.load.requests, loads(32))
  at_most(r.global.store.requests, 32 * 32 // 32)
end)

case("no bank conflicts", {
  params = { n = 32 }, fill = { a = a, b = b }, points = 2,
  hints = {
    "In the sum, lanes with the same threadIdx.y want one word of ta: it is handed to all of them. "
      .. "What do they want of tb?",
    "tb[k][threadIdx.x] is a row: 16 words side by side. A tile that lies the other way is read "
      .. "down a column.",
  },
}, function(r)
  need(product(r, 32, a, b))
  at_least(r.shared.load.requests, 1)      -- there is a tile
  equal(r.shared.excess_wavefronts, 0)
  at_most(r.shared.load.requests, 2 * 32 * 32 * 32 // 32)
  at_most(r.global.load.requests, loads(32))
end)
