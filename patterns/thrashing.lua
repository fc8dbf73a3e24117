title "Too many threads for L1"
about [[
Each thread multiplies a row of one matrix by the same row of another. It comes back to
two lines of 128 bytes until it has used them up, and so needs both in L1. With more
threads on an SM latency is hidden better. What becomes of the lines?]]
lesson{ topic = "Caches", order = 460, level = 3, minutes = 5, flip = "threads=512, threads=1024" }

-- What can be changed: on the command line (threads=1024) or in the screen.
local threads = param("threads", 256, { values = { 128, 256, 512, 1024 },
  help = "threads on the SM" })

local N <const> = 64
grid(1)
block(threads)
local a = global("a", float, threads, N):fill(function(_, x) return x % 4 end)
local b = global("b", float, threads, N):fill(2)
local products = global("products", float, threads)

function kernel()
  local i = threadIdx.x
  local sum = 0
  ::start::
  for k = 0, N - 1 do
    ::turn::
    sum = sum + a[i][k] * b[i][k]
  end
  ::done::
  products[i] = sum
end

local lines <const> = 2 * threads

at("start", {
  title = threads .. " threads, " .. lines .. " lines",
  notes = "F5, then L: the lines of L1; w: the next miss. An H200 has 1792 to 1984 for global " ..
    "memory. Beyond, hits depend on how hardware replaces lines and on the order of warps: the " ..
    "model replaces the least recently used, an estimate.",
})

at("turn", {
  ask = { text = threads .. " threads walk two rows each. How many lines of L1 do they need?",
    array = a, choices = offer(threads // 32, threads, lines, 4 * threads), answer = lines,
    because = "rows are 256 bytes apart: a line for each thread, of a and of b" },
})

at("turn", {
  pass = 9,
  title = "the second sector of each line",
  ask = { figure = "sectors", text = "How many sectors of a does the warp load in the ninth turn?",
    array = a, choices = { 1, 8, 32, 128 },
    because = "8 floats of each row are used up: the next sector of 32 lines" },
})

at("done", {
  title = "what L1 had",
  ask = { text = lines .. " lines, and an H200's L1 has 1984 at most. Which sectors hit, in turn?",
    array = products, choices = { "none", "7 of 8", "all" },
    answer = lines > 1984 and "none" or "7 of 8",
    because = lines > 1984 and "in turn, each line falls out before its thread comes back"
      or "each sector misses once and has 8 floats" },
})

expect("the products are right", function(r)
  same(r.arrays.products, N // 4 * 6 * 2)
end)

expect(lines > 1984 and "nothing stays in L1" or "7 of 8 sectors hit", function(r)
  if r.cc ~= "9.0" then return true end -- other sizes
  equal(r.l1.hit_rate, lines > 1984 and 0 or 7 / 8)
end)

expect("the arrays come from DRAM once, as they fit L2", function(r)
  if tonumber(r.cc) < 7 then return true end -- other caches
  at_most(r.dram.read_bytes, 2 * 4 * N * threads + 4096)
end)
