title "Sums of rows, sums of columns"
about [[
Each thread adds up one row of a matrix, or one column. Both kernels read the same bytes.
How many sectors does a warp load in one iteration? How many of them are in L1 already?
And which kernel is faster?]]
lesson{ topic = "Global memory", order = 35, level = 1, minutes = 6, flip = "by=columns" }

-- What can be changed: on the command line (by=columns) or in the screen.
local by = param("by", "rows", { values = { "rows", "columns" }, help = "what a thread adds up" })
local n = param("n", 256, { values = { 256, 1024 }, help = "rows and columns" })

local B <const> = 64
grid(n // B)
block(B)
local a    = global("a", float, n, n):fill(function(y, x) return (y + x) % 4 end)
local sums = global("sums", float, n)

function kernel()
  local i = blockIdx.x * B + threadIdx.x
  local sum = 0
  ::start::
  for k = 0, n - 1 do
    ::turn::
    if by == "rows" then
      sum = sum + a[i][k]
    else
      sum = sum + a[k][i]
    end
  end
  ::done::
  sums[i] = sum
end

local rows <const> = by == "rows"

at("start", {
  title = "each thread adds up one " .. (rows and "row" or "column"),
  notes = "An H100 took 0.140 ms for 2^25 floats by rows, and 0.062 ms by columns, without a " ..
    "hit. A hit rate is no speed: it is a share of the sectors that were loaded, and rows load " ..
    "8 times as many. F5 and 7 show the hits, L the lines in L1.",
})

at("turn", {
  ask = {
    figure = "sectors", array = a, text = "How many sectors does the warp load in one iteration?",
    choices = { 1, 4, 32, 128 },
    because = rows and
      "lanes read " .. 4 * n .. " bytes apart: each needs a sector of its own"
      or "32 floats side by side are 128 bytes: 4 sectors" },
})

at("turn", {
  pass = 2,
  title = rows and "the next float of each row" or "the next row",
  ask = { text = "How many sectors of the second iteration has the first brought into L1?",
    array = a, choices = offer(0, 4, 8, 32), answer = rows and 32 or 0,
    because = rows and "a sector holds 8 floats of a row: 8 iterations read it"
      or "the next row lies in other sectors: none is read again" },
})

if rows then
  at("done", {
    title = "hits in L1",
    ask = { text = "How many percent of all loaded sectors are found in L1?",
      array = sums, choices = { "0", "50", "87.5", "96.9" }, answer = "87.5",
      because = "of 8 loads of a sector, the first misses and 7 hit" },
  })
end

-- What an H100 counted: 917,504 hits with rows. Columns it had in blocks of 1024 threads.
measured{ chip = "H100", with = { by = "rows", n = 1024 },
          gbps = 958.8, size = "32768 x 1024",
          global = { load = { requests = 32768, sectors = 1048576 } } }
measured{ chip = "H100", with = { by = "columns", n = 1024 }, gbps = 2176.7, size = "1024 x 32768" }

expect("each sum is right", function(r)
  same(r.arrays.sums, n // 4 * 6)
end)

expect(rows and "L1 has 7 of 8 sectors" or "L1 has none, and no sector is read twice", function(r)
  if tonumber(r.cc) < 7 then return true end -- other caches
  equal(r.l1.hit_rate, rows and 7 / 8 or 0)
  equal(r.l1.misses, n * n // 8)
end)

expect("the matrix comes from DRAM once, and little else", function(r)
  if tonumber(r.cc) < 7 then return true end
  at_least(r.dram.read_bytes, 4 * n * n)
  at_most(r.dram.read_bytes, 4 * n * n + 4096)
end)
