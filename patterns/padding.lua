title "tile[32][32], or tile[32][33]?"
about [[
A tile of 32 rows of 32 words is read down a column, as a transpose does. Word w lies in
bank w mod 32, and a bank serves one word at a time. What does the column cost, and what
does one more word in each row change?]]
lesson{ topic = "Shared memory", order = 140, level = 1, minutes = 5, flip = "pad=1, pad=2" }

-- What can be changed: on the command line (pad=1) or in the screen.
local pad = param("pad", 0, { min = 0, max = 4, help = "words behind each row" })

grid(1)
block(32)

local output = global("output", float, 32)
local tile = shared("tile", float, 32, 32 + pad)

function kernel()
  local i = threadIdx.x
  for y = 0, 31 do tile[y][i] = 32 * y + i end
  __syncthreads()
  ::column::
  output[i] = tile[i][5]
end

at("column", {
  title = "down column 5",
  notes = "Draw the rows one below the other, banks as columns. After pad=1, ask whether pad=2 " ..
    "does as well: two rows share each bank. Only an odd length gives each row its own bank.",
  ask = { figure = "wavefronts", array = tile, choices = { 1, 2, 4, 8, 16, 32 },
    because = "element [y][5] is word " .. 32 + pad .. " * y + 5: " ..
      ({ [0] = "bank 5 in every row", "a bank for each row", "16 banks for 32 rows",
         "a bank for each row", "8 banks for 32 rows" })[pad],
    counted = pad < 2 and { chip = "H200", wavefronts = pad == 0 and 32 or 1 } or nil },
})

expect("the column is the column", function(r)
  same(r.arrays.output, function(i) return 32 * i + 5 end)
end)

expect("as many ways as rows share a bank", function(r)
  if tonumber(r.cc) < 5 then return true end -- other banks
  equal(r.shared.load.wavefronts, ({ [0] = 32, 1, 2, 1, 4 })[pad])
end)
