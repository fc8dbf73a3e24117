title "ldmatrix and the XOR swizzle"
about [[
A matrix for the tensor cores is 8 rows of 16 bytes. The rows of this tile are 128 bytes
long, once around the banks. What does it cost to load four matrices at once? And with
the 16-byte chunks of each row exchanged, by XOR with its number?]]
lesson{ topic = "Shared memory", order = 180, level = 3, minutes = 5, flip = "swizzle=yes" }

-- What can be changed: on the command line (swizzle=yes) or in the screen.
local swizzle = param("swizzle", "no", {
  values = { "no", "yes" },
  help = "yes: chunk c of row r lies at c XOR r % 8",
})

grid(1)
block(32)

local ROWS <const>, CHUNKS <const> = 16, 8 -- a row: 8 chunks of 8 halves
local input  = global("input", half, ROWS, 8 * CHUNKS)
local output = global("output", uint, 4, 32)
local tile   = shared("tile", half, ROWS, 8 * CHUNKS)

input:fill(function(row, column) return row + column / 64 end)

-- The same memory, one chunk an element.
local from, to = as(float4, input), as(float4, tile)

-- Where chunk `c` of row `r` lies in its row.
local function place(r, c)
  return swizzle == "yes" and c ~ r % 8 or c
end

function kernel()
  local lane = laneid()

  -- Four rows at a time, eight lanes to a row: free of conflicts either way.
  for row = lane // CHUNKS, ROWS - 1, 4 do
    local c = lane % CHUNKS
    to[row * CHUNKS + place(row, c)] = from[row * CHUNKS + c]
  end
  __syncthreads()

  -- Operand A of a 16 x 16 product, four times: lanes 0 … 15 name the rows of the
  -- two matrices on the left, lanes 16 … 31 those on the right.
  ::load::
  local row = lane % ROWS
  for k = 0, 3 do
    local c = place(row, 2 * k + lane // ROWS)
    local a0, a1, a2, a3 = __ldmatrix_x4(tile[row], 8 * c)
    output[k][lane] = a0 ~ a1 ~ a2 ~ a3    -- in place of mma.sync
  end
end

at("load", {
  title = "four matrices of 8 rows",
  notes = "Eight rows of one matrix are 128 bytes apart: the same four banks. With the swizzle " ..
    "they are in all 32. Many fast matrix products keep tiles so.",
  ask = { figure = "wavefronts", array = tile, choices = { 1, 4, 16, 32 },
    because = swizzle == "yes" and "8 rows in all 32 banks: 1 wavefront, for each of 4 matrices"
      or "8 rows in the same 4 banks: 8 wavefronts, for each of 4 matrices" },
})

expect(swizzle == "yes" and "no bank conflicts" or "a wavefront for each row", function(r)
  equal(r.shared.excess_wavefronts, swizzle == "yes" and 0 or 4 * (32 - 4))
end)
