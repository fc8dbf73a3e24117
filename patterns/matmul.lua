title "A matrix product, with tiles and without"
about [[
Each thread computes one element of c = a b: a row of a times a column of b. Without
tiles, threads load the same elements again and again. With tiles, a block loads 16 x 16
elements of each once and uses them 16 times.]]
lesson{ topic = "Working together", order = 340, level = 2, minutes = 8,
        flip = "way=tiled, way=tiled n=128" }

-- What can be changed: on the command line (way=tiled) or in the screen.
local way = param("way", "naive", {
  values = { "naive", "tiled" },
  help = "each factor from global memory, or tiles of 16 x 16 through shared memory",
})
local n = param("n", 32, { values = { 32, 128, 256 }, help = "rows and columns" })

local T <const> = 16
grid(n // T, n // T)
block(T, T)
local a = global("a", float, n, n):fill(function(y, x) return (y + x) % 3 end)
local b = global("b", float, n, n):fill(function(y, x) return y == x and 2 or 0 end)
local c = global("c", float, n, n)
local p = way == "tiled" and shared("p", float, T, T)
local q = way == "tiled" and shared("q", float, T, T)

local function naive(x, y)
  local sum = 0
  ::naive::
  for k = 0, n - 1 do
    sum = sum + a[y][k] * b[k][x]
  end
  return sum
end

local function tiled(x, y)
  local sum, tx, ty = 0, threadIdx.x, threadIdx.y
  ::tiled::
  for m = 0, n - 1, T do
    p[ty][tx], q[ty][tx] = a[y][m + tx], b[m + ty][x]
    __syncthreads()
    for k = 0, T - 1 do
      sum = sum + p[ty][k] * q[k][tx]
    end
    __syncthreads()
  end
  return sum
end

function kernel()
  local x, y = blockIdx.x * T + threadIdx.x, blockIdx.y * T + threadIdx.y
  ::start::
  local product = way == "naive" and naive or tiled
  local sum = product(x, y)
  ::store::
  c[y][x] = sum
end

at("start", {
  title = "way: " .. way,
  notes = "n=128 on an H200: 262,144 sectors loaded without tiles, 32,768 with. It read 21,323 " ..
    "and 21,164 of them from L2: L1 saves the naive one, as long as the rows fit into it.",
})

at("naive", {
  ask = { figure = "sectors", array = a, choices = { 1, 2, 4, 8, 32 },
    because = "a warp is two rows of 16 threads, and each row reads one element" },
})

at("tiled", {
  ask = n == 128 and {
    text = "Without tiles an H200 loads 262,144 sectors. How many with tiles?", array = a,
    choices = { 4096, 16384, 32768, 131072 }, answer = 32768,
    because = "an eighth: 8 sectors instead of 64 in 16 iterations",
  } or {
    text = "Without tiles a warp loads 64 sectors in 16 iterations. How many with tiles?",
    array = a,
    choices = { 2, 4, 8, 16, 64 }, answer = 8,
    because = "two rows of 16 floats are 4 sectors of a and 4 of b, once",
  },
})

-- Both ways miss the same sectors: of a block, 16 rows of a and 16 columns of b.
at("store", {
  title = "hits in L1",
  notes = "F5, then 7. n=256 on an H100: 2,097,152 sectors loaded without tiles, 262,144 " ..
    "with, and 254,464 of either missed: the same work for L2, an eighth for L1. With n = 2048 " ..
    "tiles took 2.78 ms, the naive way 3.18.",
  ask = way == "naive" and {
    text = "How many percent of the loaded sectors hit L1?",
    array = c, choices = { "0", "50", "87.5", "96.9" }, answer = "87.5",
    because = "a sector is loaded 8 times, and misses once",
  } or {
    text = "Without tiles 87.5 % of the sectors hit L1. How many with tiles?", array = c,
    choices = { "0 %", "50 %", "87.5 %", "100 %" }, answer = "0 %",
    because = "a block loads each sector once: tiles save hits, not misses",
  },
})

-- What an H200 counted, and of n = 256 an H100.
measured{ chip = "H200", with = { way = "naive", n = 128 },
          global = { load = { sectors = 262144 }, store = { sectors = 2048 } } }
measured{ chip = "H200", with = { way = "tiled", n = 128 },
          global = { load = { sectors = 32768 }, store = { sectors = 2048 } },
          shared = { load = { wavefronts = 131072 }, store = { wavefronts = 8192 } } }

measured{ chip = "H100", with = { way = "naive", n = 256 },
          global = { load = { sectors = 2097152 }, store = { sectors = 8192 } } }
measured{ chip = "H100", with = { way = "tiled", n = 256 },
          global = { load = { sectors = 262144 }, store = { sectors = 8192 } } }

expect("c is twice a, since b is twice the identity", function(r)
  same(r.arrays.c, function(y, x) return 2 * ((y + x) % 3) end)
end)

expect(way == "tiled" and "each element is loaded once by each block that needs it"
       or "each element is loaded by each thread that needs it", function(r)
  equal(r.global.load.bytes_asked, 2 * n * n * 4 * (way == "tiled" and n // T or n))
end)

expect("L1 misses the same sectors with tiles and without", function(r)
  if tonumber(r.cc) < 7 then return true end -- other caches
  equal(r.l1.misses, n * n * n // 64)
  equal(r.l1.hit_rate, way == "tiled" and 0 or 7 / 8)
end)
