title "Shared memory against occupancy"
about [[
An SM has so much shared memory, and its blocks divide it. A block that takes much
leaves room for few others, and so for few warps that could work while one waits for
memory. View 7 says how many blocks fit, and what limits them.]]
lesson{ topic = "Working together", order = 360, level = 3, minutes = 5,
        flip = "kib=27, kib=28, kib=100" }

-- What can be changed: on the command line (kib=48) or in the screen.
local kib = param("kib", 8, { min = 1, max = 224, help = "KiB of shared memory of a block" })

local B <const> = 256
grid(4)
block(B)
local input  = global("input", float, 4 * B):fill(function(i) return i end)
local output = global("output", float, 4 * B)
local buffer = shared("buffer", float, kib * 256)

function kernel()
  local t = threadIdx.x
  local i = blockIdx.x * B + t
  ::fill::
  buffer[t] = input[i]
  __syncthreads()
  ::reverse::
  output[i] = buffer[B - 1 - t]
end

-- Blocks of so many KiB on an SM of an H200: 228 KiB, of which each block takes one more; and
-- 64 warps are 8 blocks.
local function fit(k) return min(8, 228 // (k + 1)) end
local function blocks_of(k)
  return { text = "How many blocks of 8 warps and " .. k .. " KiB can an SM of an H200 hold?",
           choices = offer(1, 2, 4, 8, fit(k), min(8, 228 // k)), answer = fit(k),
           because = fit(k) == 8 and "64 warps are 8 blocks: no SM has more"
             or "each takes 1 KiB more: 228 // (" .. k .. " + 1)" }
end

-- What the class says before it is set: after 8 comes 27, after 27 28, after 28 100.
local next_step <const> = kib == 8 and {
  text = "Blocks of 8 warps, 64 warps on an H200's SM: how many KiB can each block have?",
  choices = { 8, 16, 27, 28 }, answer = 27,
  because = "8 blocks share 228 KiB, and each takes 1 KiB more: 8 * (27 + 1) = 224",
} or kib == 100 and {
  text = "Three blocks instead of these two: how many KiB can each have on an H200?",
  choices = { 64, 75, 76, 99 }, answer = 75,
  because = "228 / 3 is 76, and each takes 1 KiB more than it asks for",
} or blocks_of(kib == 28 and 100 or kib + 1)

at("fill", {
  title = kib .. " KiB of shared memory a block",
  notes = "Each question is about what comes next: PageDown shows it, at 27, 28 and 100 KiB, " ..
    "with the blocks that fit. An H200 has 228 KiB, and keeps 1 for each block. F5, then 7: the " ..
    "view. With :arch 7.5 or 8.9 it is sooner.",
})

at("reverse", {
  ask = next_step,
})

expect("each block is reversed", function(r)
  same(r.arrays.output, function(i) return i - 2 * (i % B) + B - 1 end)
end)

expect("an SM has as many warps as its shared memory allows", function(r)
  if r.cc ~= "9.0" then return true end -- another size
  equal(r.occupancy.warps, B // 32 * fit(kib))
end)
