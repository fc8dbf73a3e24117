title "Gather: where the indices lead"
about [[
Each lane reads the element that an index names: first every fourth element in mixed
order, then the same elements sorted, then random ones. The kernel stays the same. What
does the order of the indices change?]]
lesson{ topic = "Global memory", order = 80, level = 2, minutes = 4,
        flip = "indices=sorted, indices=random" }

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
  local far = indices == "sorted" and 1 or 37
  for i = 0, n - 1 do list[i + 1] = 4 * (i * far % n) end
end

local input  = global("input", float, size):fill(function(i) return i end)
local index  = global("index", int, n):fill(function(i) return list[i + 1] end)
local output = global("output", float, n)

function kernel()
  local i = blockIdx.x * 256 + threadIdx.x
  ::index::
  local j = index[i]
  ::element::
  output[i] = input[j]
end

at("index", {
  title = "first the index, then the element",
  notes = "Two loads: indices lie side by side, 4 sectors; elements lie where they say. " ..
    "Sorting is work, too: it pays where the same indices are used again. Random indices of " ..
    "2^25 floats had 597 GB/s on an H200; vadd, with 3 arrays in order, has 3272.",
})

at("element", {
  ask = {
    figure = "sectors", array = input,
    choices = indices == "mixed" and { 4, 16, 32, 42, 64 } or { 4, 16, 31, 32, 64, 128 },
    text = ({
      mixed  = "Each lane reads 148 elements after its neighbour. How many sectors?",
      sorted = "Each lane reads 4 elements after its neighbour. How many sectors?",
      random = "The lanes read 32 random elements of 2^18. How many sectors?",
    })[indices],
    because = ({
      mixed  = "a sector holds 8 floats: no two lanes share one",
      sorted = "a sector holds 8 floats: two lanes share each",
      random = "2^15 sectors: no two of these 32 lanes share one",
    })[indices],
  },
})

-- What an H200 counted, and its bandwidth with 2^25.
measured{ chip = "H200", with = { indices = "random" }, gbps = 596.8, size = "3 arrays of 2^25",
          global = { load = { requests = 16384, sectors = 294776 }, store = { sectors = 32768 } } }

expect("every lane has what its index names", function(r)
  same(r.arrays.output, function(i) return list[i + 1] end)
end)

-- A warp's indices are 4 sectors, its elements 32 or, in order, 16; the random ones were counted.
expect("sectors of indices and elements", function(r)
  if tonumber(r.cc) < 5 then return true end -- other segments
  local wanted = ({ mixed = (4 + 32) * n // 32, sorted = (4 + 16) * n // 32, random = 294776 })
  equal(r.global.load.sectors, wanted[indices])
end)
