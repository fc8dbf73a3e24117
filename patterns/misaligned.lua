title "One element to the right"
about [[
Sectors begin at multiples of 32 bytes. Here every warp begins to read one float after the
start of a sector. How many sectors does it move? Many texts say: twice as many. L1, a
cache in each multiprocessor, keeps sectors that were loaded from L2. Who reads the last
one again?]]
lesson{ topic = "Global memory", order = 30, level = 1, minutes = 5, flip = "offset=8" }

-- What can be changed: on the command line (offset=8) or in the screen.
local offset = param("offset", 1, { min = 0, max = 32, help = "elements before the first one" })

local n <const> = 1024                     -- four blocks, 32 warps
block(256)  assert(blockDim.x % 32 == 0, "this lesson is about whole warps")
grid(n // blockDim.x)  assert(n % blockDim.x == 0, "blocks must divide n")

local input  = global("input", float, n + 32):fill(function(i) return i end)
local output = global("output", float, n)

function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  ::load::
  local value = input[i + offset]
  ::store::
  output[i] = value
end

local hits <const> = offset == 1 or offset == 2 or offset == 4 -- it counted those in L1, too

at("load", {
  title = "the warp begins " .. offset * 4 .. " bytes into the array",
  notes =
    offset == 8 and
    "A sector begins at byte 32, but no line: the warp reads 4 sectors of 2 lines. The chart " ..
    "has 3 % less for every offset but 0, also here, where no sector is wasted. L1 looks up " ..
    "more lines; whether that is the cause was not measured."
    or
    "Many texts say 50 % for offset=1: cc 2.x moved lines of 128 bytes, and two of them. Now 5 " ..
    "sectors move where 4 would do. Show :arch 2.0, too. The next settings are offset=8.",
  ask = { figure = "sectors", array = input, choices = { 4, 5, 6, 7, 8, 32 },
    because = offset % 8 == 0 and "128 bytes that begin where a sector does are 4 sectors"
      or "128 bytes that begin inside a sector reach into a fifth one",
    counted = offset <= 2 and { chip = "H200", sectors = offset == 0 and 4 or 5 } or nil },
})

if hits then
  at("store", {
    title = "which warp reads the fifth sector, too?",
    notes = "The next warp begins with it. So 7 of the 8 warps of a block find it in L1. With " ..
      "2^18 floats, 7,168 of 40,960 sectors were found there, and L2 delivered 33,792, where " ..
      "32,768 are needed.",
    ask = {
      text = "The warps load 25 % more sectors. How many percent more did an H200 take from L2?",
      array = output, choices = { 0, 3, 12, 25 }, answer = 3,
      because = "the next warp reads that sector, too: 7 of the 8 warps find it in L1" },
  })
end

-- What an H200 counted with 256 times as many elements, and its bandwidth with 2^25.
for _, c in ipairs {
  { 0, 32768, 2522.9 },
  { 1, 40960, 2457.8 },
  { 2, 40960, 2441.4 },
  { 4, 40960, 2449.2 },
  { 8, 32768, 2445.7 },
} do
  measured{ chip = "H200", with = { offset = c[1] }, times = 256,
            global = { load = { sectors = c[2] } }, gbps = c[3], size = "2 arrays of 2^25 floats" }
end

expect("the elements moved along", function(r)
  same(r.arrays.output, function(i) return i + offset end)
end)

expect("at most one sector more for each warp", function(r)
  if tonumber(r.cc) < 5 then return true end -- other segments
  at_most(r.global.load.sectors, 5 * r.global.load.requests)
end)

expect("one more, unless it begins where a sector does", function(r)
  if tonumber(r.cc) < 5 then return true end -- other segments
  equal(r.global.load.excess_sectors, (offset % 8 == 0 and 0 or 1) * r.global.load.requests)
end)
