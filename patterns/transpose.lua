title "Matrix transpose"
about [[
Rows become columns. A naive kernel loads or stores down a column, with a line for each
lane. The tiled kernel loads and stores along rows, and turns a tile in shared memory.
What does that still cost, and where?]]
lesson{ topic = "Transposes", order = 210, level = 1, minutes = 8,
        flip = "pad=1, variant=rows, variant=columns" }
-- What can be changed: on the command line (pad=1) or in the screen.
local variant = param("variant", "shared", {
  values = { "rows", "columns", "shared" },
  help = "rows: loads along rows; columns: stores along rows; shared: both",
})
local pad = param("pad", 0, { min = 0, max = 8, help = "extra columns of the tile" })
local n   = param("n", 1024, { min = 32, max = 4096, step = 32, help = "rows and columns" })

local T <const>, ROWS <const> = 32, 8      -- a block moves 32 x 32, with 8 rows of threads

if n % T ~= 0 then error("n must be a multiple of " .. T) end
grid(n // T, n // T)
block(T, ROWS)  assert(blockDim.x == T and T % blockDim.y == 0, "blocks must divide a tile")

local input  = global("input", float, n, n)
input:fill(function(y, x) return y * n + x end)
local output = global("output", float, n, n)
local tile = variant == "shared" and shared("tile", float, T, T + pad)

-- Lanes of a warp differ in x: they read side by side, and write n elements
-- apart from each other.
local function by_rows(x, y)
  ::rows::
  for j = 0, T - 1, blockDim.y do
    output[x][y + j] = input[y + j][x]
  end
end

-- The other way round: they read n elements apart, and write side by side.
local function by_columns(x, y)
  ::columns::
  for j = 0, T - 1, blockDim.y do
    output[y + j][x] = input[x][y + j]
  end
end

-- Both side by side: the tile is written by rows and read by columns.
local function through_tile(x, y)
  for j = 0, T - 1, blockDim.y do
    tile[threadIdx.y + j][threadIdx.x] = input[y + j][x]
  end
  __syncthreads()

  x = blockIdx.y * T + threadIdx.x         -- the tile's place in the output
  y = blockIdx.x * T + threadIdx.y
  ::tile::
  for j = 0, T - 1, blockDim.y do
    output[y + j][x] = tile[threadIdx.x][threadIdx.y + j]
  end
end

function kernel()
  local x = blockIdx.x * T + threadIdx.x
  local y = blockIdx.y * T + threadIdx.y

  ::start::
  if variant == "rows" then by_rows(x, y)
  elseif variant == "columns" then by_columns(x, y)
  else through_tile(x, y) end
end

at("start", {
  title = "variant " .. variant ..
    (variant == "columns" and ": a block's 8 warps share sectors" or ""),
  notes =
    variant == "columns" and
    "Of 1,048,576 sectors 917,504 hit L1, 7 of 8: the other warps of the block read the " ..
    "rest of each. All stores of 'rows' go to L2. So this has 1873 GB/s, not 494; a tile with " ..
    "conflicts has 1616, a padded one 3568." or
    "An H200 with 8192 x 8192: rows 494 GB/s, columns 1873, a tile 1616, a padded one " ..
    "3568. Ask which end of 'rows' hurts, loads or stores, before you show it.",
})

at("rows", {
  ask = { figure = "sectors", text = "How many sectors does a warp store?", array = output,
    choices = { 4, 8, 32, 128 },
    because = "lanes write " .. 4 * n .. " bytes apart: each needs a sector of its own" },
})

at("columns", {
  ask = { figure = "sectors", text = "How many sectors does a warp load?", array = input,
    choices = { 4, 8, 32, 128 },
    because = "lanes read " .. 4 * n .. " bytes apart: each needs a sector of its own" },
})

at("tile", {
  ask = { figure = "wavefronts", array = tile, choices = { 1, 2, 4, 8, 16, 32 },
    because = "a row has " .. T + pad .. " words: a column lies in " .. (pad == 0 and "one bank"
      or pad % 2 == 1 and "32 banks" or "few banks") },
})

-- What an H200 counted with 1024 x 1024, and its bandwidth with more.
if n == 1024 then
  measured{ chip = "H200", with = { variant = "rows" },
            gbps = 493.9, size = "8192 x 8192",
            global = { load = { sectors = 131072 }, store = { sectors = 1048576 } } }
  measured{ chip = "H200", with = { variant = "columns" },
            gbps = 1872.9, size = "8192 x 8192",
            global = { load = { sectors = 1048576 }, store = { sectors = 131072 } } }
  measured{ chip = "H200", with = { variant = "shared", pad = 0 },
            gbps = 1615.8, size = "8192 x 8192",
            global = { load = { sectors = 131072 }, store = { sectors = 131072 } },
            shared = { load = { wavefronts = 1048576 }, store = { wavefronts = 32768 } } }
  measured{ chip = "H200", with = { variant = "shared", pad = 1 },
            gbps = 3568.1, size = "8192 x 8192",
            global = { load = { sectors = 131072 }, store = { sectors = 131072 } },
            shared = { load = { wavefronts = 32768 }, store = { wavefronts = 32768 } } }
end

expect("rows become columns", function(r)
  same(r.arrays.output, function(y, x) return x * n + y end)
end)

-- A warp's 32 floats are 4 sectors side by side, and 32 down a column.
expect(variant == "shared" and "loads and stores lie side by side"
       or "loads or stores go down a column", function(r)
  if tonumber(r.cc) < 5 then return true end -- other segments
  equal(r.global.load.sectors, (variant == "columns" and 32 or 4) * n * n // 32)
  equal(r.global.store.sectors, (variant == "rows" and 32 or 4) * n * n // 32)
end)

-- Rows of 32 + pad words: those of a column that share a bank.
local ways <const> = ({ [0] = 32, 1, 2, 1, 4, 1, 2, 1, 8 })[pad]
if variant == "shared" then
  expect(ways == 1 and "no bank conflicts" or "a column has " .. ways .. " ways", function(r)
    if tonumber(r.cc) < 5 then return true end -- other banks
    equal(r.shared.load.wavefronts, ways * n * n // 32)
  end)
end
