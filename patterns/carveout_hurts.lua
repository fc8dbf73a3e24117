title "When shared memory hurts"
about [[
16 blocks read the same array four times each. L1 gives it three times, if it fits: L1 has
what shared memory leaves of 256 KiB on an H200, and the driver leaves room for as many
blocks as could run. What do 4 KiB of shared memory in a block cost?]]
lesson{ topic = "Caches", order = 465, level = 3, minutes = 5, flip = "buffer=4, array=400" }

-- What can be changed: on the command line (buffer=4) or in the screen.
local buffer = param("buffer", 1, { values = { 1, 2, 4, 8, 16 },
  help = "KiB of shared memory of a block" })
local array = param("array", 200, { values = { 32, 128, 200, 400 },
  help = "KiB that each block reads" })

local B <const>, ROUNDS <const> = 256, 4
local n <const> = array * 256
grid(16)
block(B)
local a    = global("a", float, n):fill(1)
local sums = global("sums", float, 16 * B)
local part = shared("part", float, buffer * 256)

function kernel()
  local t = threadIdx.x
  local sum = 0
  ::start::
  for _ = 1, ROUNDS do
    ::round::
    for k = t, n - 1, B do
      sum = sum + a[k]
    end
  end
  part[t] = sum
  __syncthreads()
  ::done::
  sums[blockIdx.x * B + t] = part[B - 1 - t]
end

-- KiB that the driver of an H100 gave shared memory, for blocks of 256 threads.
local carved <const> = ({ [1] = 32, [2] = 64, [4] = 100, [8] = 132, [16] = 164 })[buffer]
local left <const> = 256 - carved
local fits <const> = array <= left - 8

at("start", {
  title = buffer .. " KiB of shared memory, " .. array .. " of an array",
  notes = "F5, then 7: what L1 had; carveout=32 fixes it, as cudaFuncSetAttribute() does. The " ..
    "driver of an H100 gave blocks of 1, 2, 4, 8 and 16 KiB 32, 64, 100, 132 and 164 KiB. An " ..
    "array of 400: no hits, though half would fit.",
})

at("round", {
  ask = { text = "Shared memory has " .. carved .. " KiB of an H200's 256. Which part of " ..
      array .. " does L1 keep?", array = a,
    choices = { "nothing", "half", "all" }, answer = fits and "all" or "nothing",
    because = fits and left .. " KiB are left, and it fits"
      or left .. " KiB are left: what is read next was last used longest ago" },
})

at("round", {
  pass = 2,
  title = "the second round",
  ask = { text = "How many percent of the sectors hit, over all four rounds?", array = a,
    choices = { "0", "37.5", "50", "75" }, answer = fits and "75" or "0",
    because = fits and "rounds 2 to 4 of 4" or "each round misses all of them again" },
})

at("done", {
  ask = buffer == 1 and array == 200 and {
    text = "A block asks for 4 KiB, not 1. How many percent of the loads of a hit then?",
    array = sums, choices = { "0", "50", "72", "75" }, answer = "0",
    because = "room for 8 blocks and more: 100 KiB, 156 are left, and in turn nothing stays",
  } or {
    text = "carveout=32 leaves L1 224 KiB, whatever a block asks for. How many percent hit?",
    array = sums, choices = { "0", "37.5", "50", "75" }, answer = array <= 216 and "75" or "0",
    because = array <= 216 and "the array fits again; fewer blocks do, but one was all there is"
      or "still too few for the array: only a smaller part at a time would help",
  },
})

-- What an H100 counted, without the buffer, with 32 KiB carved out; hits: 49,152, 307,200, none.
measured{ chip = "H100", with = { array = 32, buffer = 1 },
          global = { load = { requests = 16384, sectors = 65536 } } }
measured{ chip = "H100", with = { array = 200, buffer = 1 },
          global = { load = { requests = 102400, sectors = 409600 } } }
measured{ chip = "H100", with = { array = 400, buffer = 1 },
          global = { load = { requests = 204800, sectors = 819200 } } }

expect("each thread adds its part four times", function(r)
  same(r.arrays.sums, ROUNDS * n // B)
end)

expect("the array stays in L1, or nothing of it", function(r)
  if r.cc ~= "9.0" then return true end -- other sizes
  ensure(r.l1.hit_rate == 0 or r.l1.hit_rate == 0.75, "a part of it: " .. r.l1.hit_rate)
end)

expect("DRAM gives it once", function(r)
  if tonumber(r.cc) < 7 then return true end -- other caches
  at_most(r.dram.read_bytes, 4 * n + 4096)
end)
