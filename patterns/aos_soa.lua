title "Array of structs, or struct of arrays"
about [[
Each thread reads x of one point. The points lie one after the other, 12 bytes each, or
each coordinate has an array of its own. The arithmetic is the same. How many sectors does
a warp load for 32 values of x?]]
lesson{ topic = "Global memory", order = 60, level = 2, minutes = 5, flip = "layout=soa" }

-- What can be changed: on the command line (layout=soa) or in the screen.
local layout = param("layout", "aos", {
  values = { "aos", "soa" },
  help = "aos: points one after the other; soa: an array for each coordinate",
})

local n <const> = 1024
block(256)  assert(blockDim.x % 32 == 0, "this lesson is about whole warps")
grid(n // blockDim.x)  assert(n % blockDim.x == 0, "blocks must divide n")

local Point = struct("Point", { "x", float }, { "y", float }, { "z", float })
local points = layout == "aos" and global("points", Point, n)
local xs     = layout == "soa" and global("xs", float, n)
local output = global("output", float, n)

function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  ::load::
  local x = layout == "aos" and points[i].x or xs[i]
  output[i] = x + 1
end

at("load", {
  title = "x of 32 points",
  notes = "12 bytes from lane to lane: a stride of 3 floats in disguise. If the kernel used y " ..
    "and z as well, L1 would give them at the next two loads: the waste is what no lane reads.",
  ask = { figure = "sectors", choices = { 4, 8, 12, 32 },
    because = layout == "aos" and "32 points of 12 bytes are 384 bytes: 12 sectors"
      or "32 floats are 128 bytes: 4 sectors",
    counted = { chip = "H200", sectors = layout == "aos" and 12 or 4 } },
})

expect("all points have moved", function(r)
  same(r.arrays.output, 1)
end)

expect(layout == "soa" and "no byte wasted" or "three times as much is moved", function(r)
  if tonumber(r.cc) < 5 then return true end -- other segments
  equal(r.global.load.sectors, (layout == "soa" and 4 or 12) * r.global.load.requests)
end)
