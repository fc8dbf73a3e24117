-- A rubric for exercise_reduction: what a solution is graded by.
--   warplens check solution.lua --rubric exercise_reduction
title "A reduction, in three steps"

local B <const> = 256                      -- numbers of a sum

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

local function added(r, n, value)
  if not (is_declared(r, "input", "int", n)
    and is_declared(r, "sums", "int", n // B)) then return false end
  if not equal(r.hazards.total, 0) then return false end -- it may be why values are wrong
  return same(r.arrays.sums, function(b)
    local sum = 0
    for i = b * B, b * B + B - 1 do sum = sum + value(i) end
    return sum
  end)
end

for i, n in ipairs { 256, 1280 } do
  local value = seeded(4711 * i)
  case("adds up " .. n .. " numbers", {
    params = { n = n }, fill = { input = value }, points = 1,
    hints = {
      "sums[b] is the sum of the 256 numbers from input[256 * b] on.",
      "A number that another thread has put into shared memory may be read behind a barrier only: "
        .. "one for each round, and not in an if.",
      "A shuffle adds up 32 lanes, no more. The sums of the 8 warps meet in shared memory.",
    },
  }, function(r) added(r, n, value) end)
end

-- Cheap in shared memory is also who leaves the work to global memory: a full warp loads 32
-- numbers at once, and a block stores one sum.
local function cheap_outside(r, n)
  equal(r.global.excess_sectors, 0)
  at_most(r.global.load.requests, n // 32)
  at_most(r.global.requests, n // 32 + n // B)
end

local value = seeded(31)
case("step 1: full warps", {
  params = { n = 1024 }, fill = { input = value }, points = 2,
  hints = {
    "A warp with one thread at work costs as many requests as a full one. Which threads work in "
      .. "the first round, and in the second?",
    "Let the first threads do the work: of B threads those below B / 2, then those below B / 4.",
    "In a round, thread t adds what is at index 2 * distance * t + distance to what is at "
      .. "2 * distance * t. (The second step improves on this.)",
  },
}, function(r)
  need(added(r, 1024, value))
  cheap_outside(r, 1024)
  at_most(r.shared.load.requests, 30 * 4)  -- 25 where 128, 64, … 1 threads add two numbers
end)

case("step 2: no bank conflicts", {
  params = { n = 768 }, fill = { input = value }, points = 3,
  hints = {
    "Lanes that read every second word want 16 banks only: two lanes to a bank.",
    "Neighbouring threads should read neighbouring words.",
    "Begin with the largest distance: part[t] = part[t] + part[t + distance] for t < distance, "
      .. "and halve the distance.",
  },
}, function(r)
  need(added(r, 768, value))
  cheap_outside(r, 768)
  equal(r.shared.excess_wavefronts, 0)
  at_most(r.shared.wavefronts, 45 * 3)     -- 25 loads, 8 + 12 stores
end)

case("step 3: shuffles", {
  params = { n = 1024 }, fill = { input = value }, points = 3,
  hints = {
    "The lanes of a warp need no shared memory: v = v + __shfl_down_sync(0xffffffff, v, 16), "
      .. "then 8, 4, 2, 1.",
    "Then lane 0 of each warp has a sum of 32 numbers, and puts it into part[warpid()].",
    "Behind one barrier warp 0 loads these 8 sums, and adds them up by shuffles, too.",
  },
}, function(r)
  need(added(r, 1024, value))
  cheap_outside(r, 1024)
  at_most(r.shared.requests, 12 * 4)       -- 8 stores, and a load
  at_most(r.steps, 100 * 4)                -- 5 shuffles for each of 9 sums, not 31
end)
