title "Columns without padding: the XOR swizzle"
about [[
Element (y, x) is kept at place x XOR y of its row. A row is still a row, in another
order, and no word is spent on it. And a column: in which banks are its 32 elements
without the XOR, and in which with it?]]
lesson{ topic = "Shared memory", order = 150, level = 3, minutes = 5, flip = "swizzle=yes" }

-- What can be changed: on the command line (swizzle=yes) or in the screen.
local swizzle = param("swizzle", "no", {
  values = { "no", "yes" },
  help = "yes: element (y, x) lies at x XOR y of its row",
})

grid(1)
block(32)

local output = global("output", float, 2, 32)
local tile = shared("tile", float, 32, 32)

local function place(y, x) return swizzle == "yes" and x ~ y or x end

function kernel()
  local i = threadIdx.x
  for y = 0, 31 do tile[y][place(y, i)] = 32 * y + i end
  __syncthreads()
  ::row::
  output[0][i] = tile[5][place(5, i)]
  ::column::
  output[1][i] = tile[i][place(i, 5)]
end

at("row", {
  title = "a row, then a column",
  notes = "XOR with a constant only exchanges places: that is the row. XOR of a constant with " ..
    "32 numbers gives 32 numbers: that is the column. Diagonals pay for it, if anyone asks.",
})

at("column", {
  ask = { figure = "wavefronts", array = tile, choices = { 1, 2, 16, 32 },
    because = swizzle == "yes" and "lane i reads place 5 XOR i: another bank in every lane"
      or "lane i reads word 32 * i + 5: the same bank in every lane" },
})

expect("row and column are what they were", function(r)
  same(r.arrays.output, function(y, i) return y == 0 and 32 * 5 + i or 32 * i + 5 end)
end)

expect(swizzle == "yes" and "no conflicts, without padding" or "a column in one bank", function(r)
  if tonumber(r.cc) < 5 then return true end -- other banks
  equal(r.shared.excess_wavefronts, swizzle == "yes" and 0 or 31)
end)
