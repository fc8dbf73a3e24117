title "L1 or shared memory: the carve-out"
about [[
On an H200 L1 and shared memory are one memory of 256 KiB in each SM. What blocks have
as shared memory is cut off, in steps; L1 has the rest. 'L1 is fixed' is in print. How
much of it is left when a block wants more?]]
lesson{ topic = "Other memories", order = 445, level = 3, minutes = 4, flip = "kib=32, kib=100" }

-- What can be changed: on the command line (kib=100) or in the screen.
local kib = param("kib", 7, { min = 1, max = 227, help = "KiB of shared memory of the block" })

grid(1)
block(32)

local input  = global("input", float, 32):fill(function(i) return i end)
local output = global("output", float, 32)
local buffer = shared("buffer", float, kib * 256)

function kernel()
  local t = threadIdx.x
  ::fill::
  buffer[t] = input[t]
  __syncwarp()
  ::reverse::
  output[t] = buffer[31 - t]
end

-- Sizes that shared memory can have on cc 9.0, in KiB; a block takes one more than it asks for.
local steps <const> = { 8, 16, 32, 64, 100, 132, 164, 196, 228 }
local function carved(asked)
  for _, step in ipairs(steps) do
    if asked + 1 <= step then return step end
  end
end

-- What the class says before it is set: after 7 come 32 and 100.
local after <const> = ({ [7] = 32, [32] = 100, [100] = 164 })[kib] or min(kib + 1, 227)

at("fill", {
  title = kib .. " KiB of shared memory: L1 has at most " .. 256 - carved(kib),
  notes = "View 7, behind F5: 28 to 256 KiB of L1. The question is about more of it. The steps " ..
    "are 8, 16, 32, 64, 100, 132, 164, 196, 228; a wish is rounded up. cudaFuncSetAttribute() " ..
    "with PreferredSharedMemoryCarveout asks for one.",
})

at("reverse", {
  ask = { text = "How many KiB has L1 of an H200 beside a block of " .. after .. " KiB?",
    array = buffer, answer = 256 - carved(after),
    choices = offer(28, 256, 256 - after, 256 - carved(after), 256 - carved(min(kib, after))),
    because = after .. " and 1 for the system are rounded up to " .. carved(after) .. " of 256" },
})

expect("the block is reversed", function(r)
  same(r.arrays.output, function(i) return 31 - i end)
end)
