-- A rubric for exercise_races: what a solution is graded by.
--   warplens check solution.lua --rubric exercise_races
title "Three races"

local B <const> = 64                       -- threads of a block, and numbers of a group

-- Values that no script can know beforehand: changing a number makes new ones.
local function seeded(salt)
  return function(i) return (i * 7919 + salt) % 1000 end
end

-- Who does nothing has no race.
local function at_work(r, n)
  at_least(r.shared.load.requests, n // 32)
  at_least(r.shared.store.requests, n // 32)
  at_least(r.global.store.requests, n // 32)
end

-- Constant memory, or smaller elements, would hide what is asked for.
local function is_declared(r, name, type, n)
  local array = r.arrays[name]
  return ensure(array.space == "global" and array.type == type and array.dimensions == 1
    and #array == n, name .. " must be an array of " .. n .. " " .. type .. " in global memory")
end

local function turned(r, n, value)
  local large = 0
  for i = 0, n - 1 do large = large + (value(i) >= 500 and 1 or 0) end
  if not (is_declared(r, "input", "int", n) and is_declared(r, "output", "int", n)
    and is_declared(r, "count", "int", 1)) then return false end
  return equal(r.hazards.total, 0)         -- a hazard may be why values are wrong
    and same(r.arrays.output, function(i) return value(i // B * B + B - 1 - i % B) end)
    and equal(r.arrays.count[0], large)
end

local value = seeded(31)
case("no thread reads what is not written yet", {
  params = { n = 256 }, fill = { input = value, count = 0 }, points = 2,
  hints = {
    "Thread 0 reads shelf[63]. Which thread writes it, in which warp, and who waits for it?",
    "A barrier between the store to shelf and the load from it, for all threads of the block.",
  },
}, function(r)
  at_work(r, 256)
  equal(r.hazards.read_after_write, 0)
  equal(r.hazards.divergent_barrier, 0)
end)

case("no thread overwrites what is still read", {
  params = { n = 256 }, fill = { input = value, count = 0 }, points = 2,
  hints = {
    "A loop comes round: what does a fast warp do to shelf while a slow one still reads its group?",
    "A second barrier behind the load from shelf: before the next group is stored.",
  },
}, function(r)
  at_work(r, 256)
  -- A lost update is one of either kind, and has a case of its own.
  ensure(r.hazards.write_after_read <= r.hazards.write_after_write,
    "an element is overwritten while others may still read it: 'warplens report' has the lines")
  equal(r.hazards.divergent_barrier, 0)
end)

case("no count is lost", {
  params = { n = 256 }, fill = { input = value, count = 0 }, points = 2,
  hints = {
    "count[0] = count[0] + found is a load, an addition and a store. What if two threads load the "
      .. "same number?",
    "No barrier helps between blocks. An atomic does all three in one go: "
      .. "atomicAdd(count, 0, found).",
  },
}, function(r)
  at_work(r, 256)
  local large = 0
  for i = 0, 255 do large = large + (value(i) >= 500 and 1 or 0) end
  equal(r.arrays.count[0], large)
  equal(r.hazards.write_after_write, 0)
end)

for i, n in ipairs { 512, 1024 } do
  local values = seeded(4711 * i)
  case("right for " .. n .. " numbers, no hazard", {
    params = { n = n }, fill = { input = values, count = 0 }, points = 1,
    hints = {
      "'warplens report' begins with the hazards that are left, each with its two lines and what "
        .. "fixes it.",
    },
  }, function(r)
    turned(r, n, values)
  end)
end

-- One thread has no races, and a barrier behind every line ends them, too.
case("no more than it takes", {
  params = { n = 512 }, fill = { input = value, count = 0 }, points = 2,
  hints = {
    "Two barriers for each group are enough, and all threads go on working.",
  },
}, function(r)
  need(turned(r, 512, value))
  at_most(r.calls.__syncthreads, 2 * 512 // 32)
  at_most(r.shared.requests, 2 * 512 // 32)
  at_most(r.global.load.requests, 512 // 32)
end)
