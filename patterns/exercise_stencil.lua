-- rubric: exercise_stencil
title "Exercise: a 2-D stencil with a halo"
about [[
Each element of the output is the sum of the 3 x 3 elements around its place in the input; beyond
the edges there are zeros. Nine threads load each element from global memory. Let each block load
its tile and the halo around it once, into shared memory, and add from there. What counts: the
right sums, edges and corners too, no race, at most 80 sectors loaded by a block. About 35
minutes.
Begin with:  warplens new mine --from exercise_stencil]]
lesson{ topic = "Exercises", order = 908, level = 3, minutes = 35 }

local n = param("n", 64, { min = 32, max = 512, step = 32, help = "rows and columns" })

local W <const>, H <const> = 32, 8         -- a block computes H rows of W elements

grid(n // W, n // H)
block(W, H)

local input  = global("input", float, n, n):fill(function(y, x) return (y * 31 + x * 17) % 100 end)
local output = global("output", float, n, n)

-- What the input has at a place, which may lie beyond its edges.
local function at_place(y, x)
  if y < 0 or y >= n or x < 0 or x >= n then return 0 end
  return input[y][x]
end

function kernel()
  ::start::
  local x = blockIdx.x * W + threadIdx.x
  local y = blockIdx.y * H + threadIdx.y
  local sum = 0
  for dy = -1, 1 do
    for dx = -1, 1 do
      sum = sum + at_place(y + dy, x + dx)
    end
  end
  output[y][x] = sum
end

at("start", {
  title = "a tile and its halo",
  notes = "Thirty-five minutes. The tile has 10 rows of 34: 340 elements for 256 threads. Ask " ..
    "who loads the other 84, and the corners. Lesson stencil has the same in one dimension.",
})

expect("sums of 3 x 3", function(r)
  same(r.arrays.output, function(y, x)
    local sum = 0
    for v = max(y - 1, 0), min(y + 1, n - 1) do
      for u = max(x - 1, 0), min(x + 1, n - 1) do sum = sum + (v * 31 + u * 17) % 100 end
    end
    return sum
  end)
end)

expect("each block loads its tile and halo once", function(r)
  at_most(r.global.load.sectors, 80 * r.grid.x * r.grid.y)
end)
