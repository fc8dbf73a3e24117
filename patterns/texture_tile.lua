title "A warp's shape over a texture"
about [[
A CUDA array keeps texels together that are close in both directions: 16 bytes of two
rows make one sector. Memory row by row, as arrays have it, keeps rows alone. Which
shape should a warp have over each of them?]]
lesson{ topic = "Other memories", order = 430, level = 3, minutes = 5,
        flip = "width=32, width=1, width=1 layout=pitch, width=32 layout=pitch" }

-- What can be changed: on the command line (width=8) or in the screen.
local width = param("width", 8, {
  values = { 1, 2, 4, 8, 16, 32 },
  help = "columns that a warp covers; rows: 32 / width",
})
local layout = param("layout", "array", {
  values = { "array", "pitch" },
  help = "array: tiles, as cudaMallocArray(); pitch: rows, as cudaMallocPitch()",
})

grid(2, 2)
block(32)

local height <const> = 32 // width
local image  = texture("image", float, 64, 64, { layout = layout })
local output = global("output", float, 4, 32) -- a row for each block

image:fill(function(y, x) return 100 * y + x end)

function kernel()
  local x = blockIdx.x * width + threadIdx.x % width
  local y = blockIdx.y * height + threadIdx.x // width
  local b = blockIdx.y * 2 + blockIdx.x

  ::fetch::
  -- The middle of a texel: coordinates are not normalized, and not filtered.
  output[b][threadIdx.x] = tex2D(image, x + 0.5, y + 0.5)
end

-- The sectors that an H200 loaded into its L1, from L2.
local measured_sectors = layout == "array"
  and ({ [32] = 8, [16] = 4, [8] = 4, [4] = 4, [2] = 8, [1] = 16 })[width]
  or ({ [32] = 4, [16] = 4, [8] = 4, [4] = 8, [2] = 16, [1] = 32 })[width]

at("fetch", {
  title = "a warp over " .. width .. " x " .. 32 // width .. " texels",
  notes = "In a CUDA array 8 x 4 texels cost 4 sectors, 32 x 1 cost 8, 1 x 32 cost 16. By rows, " ..
    "with layout=pitch, it is 4, 4 and 32: a wide warp is as good as a square one, and a column " ..
    "is worse.",
  ask = { figure = "sectors", array = image, choices = { 4, 8, 16, 32 },
    because = layout == "array" and "a sector is 4 x 2 texels: count the tiles that are touched"
      or "a sector is 8 texels of one row: count those that are touched",
    counted = { chip = "H200", sectors = measured_sectors } },
})

expect("every thread has its texel", function(r)
  same(r.arrays.output, function(b, t)
    return 100 * (b // 2 * height + t // width) + b % 2 * width + t % width
  end)
end)

expect("the sectors that an H200 counted", function(r)
  if r.cc ~= "9.0" then return true end
  equal(r.texture.load.sectors, 4 * measured_sectors) -- of 4 warps
end)
