-- rubric: exercise_matmul
title "Exercise: a tiled matrix product"
about [[
Each thread computes one element of c = a * b and loads a row of a and a column of b for it, all
from global memory. Let each block load tiles of 16 x 16 into shared memory, and use each tile 16
times. What counts: the right product, a sixteenth of the loads, no wasted sector, no bank
conflict. About 35 minutes.
Begin with:  warplens new mine --from exercise_matmul]]
lesson{ topic = "Exercises", order = 904, level = 3, minutes = 35 }

local n = param("n", 64, { min = 16, max = 256, step = 16, help = "rows and columns" })

local T <const> = 16                       -- a block computes T x T elements of c

grid(n // T, n // T)
block(T, T)

local a = global("a", float, n, n):fill(function(y, x) return y - x end)
local b = global("b", float, n, n):fill(function(y, x) return y * x % 7 end)
local c = global("c", float, n, n)

function kernel()
  ::start::
  local x = blockIdx.x * T + threadIdx.x
  local y = blockIdx.y * T + threadIdx.y
  local sum = 0
  for k = 0, n - 1 do
    sum = sum + a[y][k] * b[k][x]
  end
  c[y][x] = sum
end

at("start", {
  title = "use what is loaded again",
  notes = "Thirty-five minutes. How often is each element of a loaded? Two barriers a tile: ask " ..
    "what goes wrong without the first, and without the second. Lesson matmul has the figures.",
})

expect("c is the product", function(r)
  same(r.arrays.c, function(y, x)
    local sum = 0
    for k = 0, n - 1 do sum = sum + (y - k) * (k * x % 7) end
    return sum
  end)
end)

expect("each element is loaded once for a tile", function(r)
  at_most(r.global.load.requests, 2 * n * n * n // (16 * 32))
end)
