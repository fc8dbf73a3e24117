title "Gather: where the indices lead"
about [[
Every lane reads where an index tells it to: one of every four elements, in any order
or sorted before. The kernel is the same, and so are the elements. What does the
order of the indices change?]]
lesson{ topic = "Global memory", order = 80, level = 2, minutes = 4, flip = "indices=sorted" }

-- What can be changed: on the command line (indices=sorted) or in the screen.
local indices = param("indices", "mixed", {
  values = { "mixed", "sorted", "random" },
  help = "256 of 1024, in any order or in theirs; 2^18 random ones",
})

local random = indices == "random"
local n <const> = random and 1 << 18 or 256
local size <const> = random and n or 4 * n
grid(n // 256)
block(256)

local list = {}
if random then                             -- by xorshift, as where it was measured
  local state = 88172645463325252
  for i = 1, n do
    state = state ~ state << 13
    state = state ~ state >> 7
    state = state ~ state << 17
    list[i] = state & n - 1
  end
else                                       -- one of every four elements
  for i = 0, n - 1 do list[i + 1] = 4 * (i * 149 % n) + i % 4 end
  if indices == "sorted" then table.sort(list) end
end

local input  = global("input", float, size):fill(function(i) return i end)
local index  = global("index", int, n):fill(function(i) return list[i + 1] end)
local output = global("output", float, n)

-- What an H200 counted, and its bandwidth with 2^25.
measured{ chip = "H200", with = { indices = "random" }, gbps = 596.8, size = "2^25 floats",
          global = { load = { requests = 16384, sectors = 294776 }, store = { sectors = 32768 } } }

function kernel()
  local i = blockIdx.x * 256 + threadIdx.x
  if blockIdx.x == 0 then                  -- all blocks do the same
    mark("first the index, then the element",
         "Two loads: the index is side by side, the element is where it says. Ask for each. " ..
         "Sorting is work, too: it pays where the same indices are used again and again. An " ..
         "H200 with random indices: 597 GB/s.")
  end
  local j = index[i]
  if blockIdx.x == 0 then
    ask{ figure = "sectors", array = input, choices = { 4, 16, 32, 40, 88 },
         because = indices == "sorted" and "two of the 8 floats of a sector are wanted"
           or "a sector is 8 floats, and no two of these indices lie in one" }
  end
  output[i] = input[j]
end

expect("every lane has what its index names", function(r)
  same(r.arrays.output, function(i) return list[i + 1] end)
end)

-- `warplens check gather` fails; indices=sorted lets lanes share.
expect("at most 16 sectors for a warp of elements", function(r)
  at_most(r.global.load.sectors, (4 + 16) * n // 32)
end)
