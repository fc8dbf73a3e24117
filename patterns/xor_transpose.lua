title "Transpose through a swizzled tile"
about [[
The tile of a transpose is written by rows and read by columns. Instead of padding its
rows, element (y, x) is kept at x XOR y, and the tile keeps its 4096 bytes. What do
the way in and the way out cost?]]
lesson{ topic = "Transposes", order = 220, level = 3, minutes = 4, flip = "swizzle=no" }

-- What can be changed: on the command line (swizzle=no) or in the screen.
local swizzle = param("swizzle", "yes", {
  values = { "no", "yes" },
  help = "yes: element (y, x) of the tile lies at x XOR y",
})
local n = param("n", 256, { min = 32, max = 2048, step = 32, help = "rows and columns" })

local T <const>, ROWS <const> = 32, 8      -- tiles of 32 x 32, with 8 rows of threads
if n % T ~= 0 then error("n must be a multiple of " .. T) end
grid(n // T, n // T)
block(T, ROWS)

local input  = global("input", float, n, n):fill(function(y, x) return y * n + x end)
local output = global("output", float, n, n)
local tile   = shared("tile", float, T, T)

-- Element (y, x) of the tile lies at …
local function place(y, x) return swizzle == "yes" and x ~ y or x end

function kernel()
  local x, y = threadIdx.x, threadIdx.y
  local across, down = blockIdx.x * T, blockIdx.y * T -- the tile's place in the input
  ::rows::
  for j = y, T - 1, ROWS do
    tile[j][place(j, x)] = input[down + j][across + x]
  end
  __syncthreads()
  ::columns::
  for j = y, T - 1, ROWS do
    output[across + j][down + x] = tile[x][place(x, j)]
  end
end

at("rows", {
  title = "in by rows",
  notes =
    swizzle == "yes" and
    "The store is a row in another order. Compare with transpose pad=1: the same wavefronts, " ..
    "128 bytes less, and an index that has to be right in both places."
    or "The store is a row. Ask what reading it will cost, and how to fix it " ..
    "without a word of padding: swizzle=yes.",
})

at("columns", {
  title = "out by columns",
  notes = "Write out where rows 0, 1, 2 … keep their element of column j: in words j, j XOR 1, " ..
    "j XOR 2. No two are alike, so no bank comes twice. Then swizzle=no: one bank for all.",
  ask = { figure = "wavefronts", array = tile, choices = { 1, 2, 16, 32 },
    because = swizzle == "yes" and "lane x reads row x, at place j XOR x: a bank for each"
      or "lane x reads word j of row x, and rows are 32 words long: one bank" },
})

expect("rows become columns", function(r)
  same(r.arrays.output, function(y, x) return x * n + y end)
end)

expect(swizzle == "yes" and "no bank conflicts, and no byte wasted"
       or "no byte wasted, but 32 lanes in a bank", function(r)
  if tonumber(r.cc) < 5 then return true end -- other banks and segments
  equal(r.shared.excess_wavefronts, swizzle == "yes" and 0 or 31 * n * n // 32)
  equal(r.global.excess_sectors, 0)
end)
