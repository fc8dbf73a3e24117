title "A dot product, four ways"
about [[
Every thread multiplies two elements, and all products are added. Each thread adds to one
word of global memory; or a block adds up its products first, in shared memory; or a warp
does, with shuffles. How many atomics does each way take?]]
lesson{ topic = "Working together", order = 310, level = 2, minutes = 6,
        flip = "way=neighbours, way=tree, way=shuffle" }

-- What can be changed: on the command line (way=tree) or in the screen.
local way = param("way", "atomic", {
  values = { "atomic", "neighbours", "tree", "shuffle" },
  help = "who adds: all threads; blocks, two ways; or warps",
})
local n = param("n", 1024, { min = 256, max = 262144, step = 256, help = "elements" })

local B <const> = 256
grid(n // B)
block(B)
local a = global("a", float, n):fill(function(i) return i % 3 end)
local b = global("b", float, n):fill(function(i) return i % 2 end)
local result = global("result", float, 1)
local sum = (way == "tree" or way == "neighbours") and shared("sum", float, B)

-- Half as many sums in each step: thread `t` adds what lies `d` behind element `k`.
local function block_sum(t, v)
  sum[t] = v
  __syncthreads()
  for step = 0, 7 do
    local d = way == "tree" and B // 2 >> step or 1 << step
    local k = way == "tree" and t or 2 * d * t
    ::step::
    if t < B // 2 >> step then sum[k] = sum[k] + sum[k + d] end
    __syncthreads()
  end
  if t == 0 then atomicAdd(result, 0, sum[0]) end
end

function kernel()
  local t = threadIdx.x
  local i = blockIdx.x * B + t
  ::start::
  local v = a[i] * b[i]
  if way == "atomic" then
    ::atomic::
    atomicAdd(result, 0, v)
  elseif way == "shuffle" then
    for step = 0, 4 do v = v + __shfl_xor_sync(0xffffffff, v, 16 >> step) end
    ::shuffled::
    if laneid() == 0 then atomicAdd(result, 0, v) end
  else
    block_sum(t, v)
  end
end

at("start", {
  title = "way: " .. way,
  notes = "2^25 products took an H200 58.9 ms with atomic, 1.86 with shuffle, 0.245 with tree. " ..
    "Divided by their 2^25, 2^20 and 2^17 atomics: 1.8 or 1.9 ns each. Libraries do both: " ..
    "shuffles, then one atomic a block. neighbours is tree with conflicts.",
})

at("step", {
  pass = 3,
  ask = { figure = "wavefronts", array = sum,
    text = "How many wavefronts does the third step take to load sum?",
    choices = { 1, 2, 4, 8, 32 },
    because = way == "tree" and "lane t reads word t: each in its own bank"
      or "lane t reads word 8 t: 8 lanes share a bank, with 8 words",
    counted = { chip = "H200", wavefronts = way == "tree" and 1 or 8 } },
})

at("atomic", {
  ask = { figure = "sectors", array = result, choices = { 1, 4, 32 },
    because = "lanes that add to one word take turns: a sector for each",
    counted = { chip = "H200", sectors = 32 } },
})

at("shuffled", {
  ask = { text = "tree, with 1 atomic a block, took 0.245 ms on an H200. How long did shuffle " ..
      "take, with 8?",
    array = result, choices = { "0.031 ms", "0.245 ms", "1.86 ms", "58.9 ms" },
    answer = "1.86 ms",
    because = "2^20 atomics on one word take 1.8 ns each; the shuffles do not matter" },
})

-- What an H200 counted with 256 times as many elements, and its bandwidth with 2^25.
measured{ chip = "H200", with = { way = "atomic", n = 1024 }, times = 256,
          gbps = 4.6, size = "2^25 products",
          global = { load = { sectors = 65536 }, reduce = { sectors = 262144 } } }
measured{ chip = "H200", with = { way = "neighbours", n = 1024 }, times = 256,
          global = { load = { sectors = 65536 }, reduce = { sectors = 1024 } },
          shared = { load = { wavefronts = 97280 }, store = { wavefronts = 56320 } } }
measured{ chip = "H200", with = { way = "tree", n = 1024 }, times = 256,
          gbps = 1095.3, size = "2^25 products",
          global = { load = { sectors = 65536 }, reduce = { sectors = 1024 } },
          shared = { load = { wavefronts = 25600 }, store = { wavefronts = 20480 } } }
measured{ chip = "H200", with = { way = "shuffle", n = 1024 }, times = 256,
          gbps = 144.4, size = "2^25 products",
          global = { load = { sectors = 65536 }, reduce = { sectors = 8192 } } }

expect("the sum is right", function(r)
  local wanted = 0
  for i = 0, n - 1 do wanted = wanted + i % 3 * (i % 2) end
  equal(r.arrays.result[0], wanted)
end)

-- Threads, warps or blocks add to the word; neighbours alone have bank conflicts.
local adders <const> = ({ atomic = n, shuffle = n // 32 })[way] or n // B
expect("the word takes a turn for each that adds to it", function(r)
  if tonumber(r.cc) < 7 then return true end -- another cost
  equal(r.global.reduce.sectors, adders)
  equal(r.shared.excess_wavefronts > 0, way == "neighbours")
end)
