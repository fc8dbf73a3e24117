title "Gather: where the indices lead"
about [[
Every lane reads where an index tells it to. Indices in any order lead each lane to a
sector of its own; the same indices, sorted before, let neighbours share sectors.
The kernel is the same: it is the data that coalesces, or does not.]]
lesson{ topic = "Global memory", order = 80, level = 2, minutes = 4, flip = "indices=sorted" }

-- What can be changed: on the command line (indices=sorted) or in the screen.
local indices = param("indices", "mixed", {
  values = { "mixed", "sorted" },
  help = "the same 256 indices, in any order or in theirs",
})

local n <const> = 256
grid(1)
block(n)

-- 256 of 1024 elements, one of every four.
local list = {}
for i = 0, n - 1 do list[i + 1] = 4 * (i * 149 % n) + i % 4 end
if indices == "sorted" then table.sort(list) end

local input  = global("input", float, 4 * n):fill(function(i) return i end)
local index  = global("index", int, n):fill(function(i) return list[i + 1] end)
local output = global("output", float, n)

function kernel()
  local i = threadIdx.x
  mark("first the index, then the element",
       "Two loads: the index is side by side, the element is where it says. Ask for each. " ..
       "Sorting is work, too: it pays where the same indices are used again and again.")
  local j = index[i]
  ask{ figure = "sectors", array = input, choices = { 4, 16, 32, 40, 88 },
       because = "a sector holds 8 floats: two indices share one where they are near" }
  output[i] = input[j]
end

expect("every lane has what its index names", function(r)
  same(r.arrays.output, function(i) return list[i + 1] end)
end)

-- `warplens check gather` fails; indices=sorted lets lanes share.
expect("at most 16 sectors for a warp of elements", function(r)
  at_most(r.global.load.sectors, (4 + 16) * n // 32)
end)
