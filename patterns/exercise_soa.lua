-- rubric: exercise_soa
title "Exercise: from AoS to SoA"
about [[
Points lie in memory as x y z x y z; the next kernel wants an array for each coordinate. Each load
touches every third float, so that all sectors are moved three times. Let a block load its floats
in the order of memory, and rearrange them in shared memory. What counts: the right values, no
wasted sector, full warps, no bank conflicts. About 20 minutes.
Begin with:  warplens new mine --from exercise_soa]]
lesson{ topic = "Exercises", order = 902, level = 3, minutes = 20 }

local n = param("n", 512, { min = 128, max = 8192, step = 128, help = "points" })

local B <const> = 128                      -- threads of a block, which has as many points

grid(n // B)
block(B)

local points = global("points", float, 3 * n):fill(function(i) return i end)
local xs     = global("xs", float, n)
local ys     = global("ys", float, n)
local zs     = global("zs", float, n)

function kernel()
  ::start::
  local i = blockIdx.x * B + threadIdx.x
  xs[i] = points[3 * i]
  ys[i] = points[3 * i + 1]
  zs[i] = points[3 * i + 2]
end

at("start", {
  title = "every third float",
  notes = "Twenty minutes. The way through shared memory is the point: load the floats of the " ..
    "block as they lie, then let each thread pick its three. Stride 3 has no bank " ..
    "conflict: ask why.",
})

expect("each coordinate has its array", function(r)
  same(r.arrays.xs, function(i) return 3 * i end)
  same(r.arrays.ys, function(i) return 3 * i + 1 end)
  same(r.arrays.zs, function(i) return 3 * i + 2 end)
end)

expect("no sector is wasted", function(r)
  equal(r.global.excess_sectors, 0)
end)
