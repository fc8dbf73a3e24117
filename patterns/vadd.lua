title "Adding two vectors"
about [[
The first kernel of most courses: a thread for each pair. What the hardware runs are
warps: 32 threads, their lanes, that go together, one instruction at a time. Here are
two loads and a store. How often does a warp ask memory for 32 elements of an array? In
pictures of memory a row is a line of 128 bytes, of 4 sectors.]]
lesson{ topic = "Global memory", order = 5, level = 1, minutes = 4, flip = "n=8" }

-- What can be changed: on the command line (n=8) or in the screen.
local n = param("n", 1024, { min = 8, max = 4096, step = 8, help = "elements to add" })

local B <const> = 256
block(B)  assert(blockDim.x % 32 == 0, "this lesson is about whole warps")
grid((n + blockDim.x - 1) // blockDim.x)   -- blocks enough for all elements

local a = global("a", float, n):fill(function(i) return i end)
local b = global("b", float, n):fill(function(i) return 1000 * i end)
local c = global("c", float, n)

function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  ::add::
  if i < n then
    c[i] = a[i] + b[i]
  end
end

at("add", {
  title =
    n .. " elements, " .. gridDim.x .. (gridDim.x == 1 and " block" or " blocks") ..
    " of " .. blockDim.x .. " threads",
  notes =
    n < 32 and
    "Ideal are the sectors that the bytes need at least, 1 for 8 floats; what is moved above " ..
    "that is excess. Efficiency is the ideal by what it took."
    or
    "In the source 32 threads load; the hardware sees one warp ask once: a request. Say it " ..
    "for a, then let them say it for b and c. tag is the turn in which L1 looks the line up. " ..
    "Then n is 8: do 8 lanes ask less often?",
  ask = { figure = "requests", choices = { 1, 2, 4, 32 },
    because = n >= 32 and "a warp asks once, for all its lanes"
      or "a warp asks once, however many of its lanes do",
    counted = n >= 32 and { chip = "H200", requests = 1 } or nil },
})

-- What an H200 counted with 256 times as many elements, and its bandwidth with 2^25.
measured{ chip = "H200", with = { n = 1024 }, times = 256, gbps = 3272.5, size = "3 arrays of 2^25",
          global = { load = { requests = 16384, sectors = 65536 }, store = { sectors = 32768 } } }

expect("each element is the sum of its pair", function(r)
  same(r.arrays.c, function(i) return 1001 * i end)
end)

expect("nothing is moved in vain", function(r)
  if tonumber(r.cc) < 5 then return true end -- other segments
  equal(r.global.excess_sectors, 0)
end)
