title "A warp's shape over a texture"
about [[
A CUDA array keeps texels together that are close in both directions: 16 bytes of two
rows make one sector. Memory row by row, as arrays have it, keeps rows alone. Which
shape should a warp have over each of them?]]
lesson{ topic = "Other memories", order = 430, level = 3, minutes = 4, flip = "width=32, width=1" }

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
local output = global("output", float, 64, 64)

-- The sectors that an H200 loaded into its L1, from L2.
local measured_sectors = layout == "array"
  and ({ [32] = 8, [16] = 4, [8] = 4, [4] = 4, [2] = 8, [1] = 16 })[width]
  or ({ [32] = 4, [16] = 4, [8] = 4, [4] = 8, [2] = 16, [1] = 32 })[width]

image:fill(function(y, x) return 100 * y + x end)

function kernel()
  local x = blockIdx.x * width + threadIdx.x % width
  local y = blockIdx.y * height + threadIdx.x // width

  mark("a warp over " .. width .. " x " .. 32 // width .. " texels",
       "The same texels, another shape. 32 x 1 costs twice what 8 x 4 costs in a CUDA array; " ..
       "with layout=pitch only narrow shapes cost more.")
  ask{ figure = "sectors", array = image, choices = { 4, 8, 16, 32 },
       because = layout == "array" and "a sector is 4 x 2 texels: count the tiles that are touched"
         or "a sector is 8 texels of one row",
       counted = { chip = "H200", sectors = measured_sectors } }
  -- The middle of a texel: coordinates are not normalized, and not filtered.
  output[y][x] = tex2D(image, x + 0.5, y + 0.5)
end

expect("every texel is where it belongs", function(r)
  local covered = 0
  for y = 0, 63 do
    for x = 0, 63 do covered = covered + (r.arrays.output[y][x] == 100 * y + x and 1 or 0) end
  end
  at_least(covered, 4 * 32)
end)

expect("the sectors that an H200 counted", function(r)
  if r.cc ~= "9.0" then return true end
  equal(r.texture.load.sectors, 4 * measured_sectors) -- of 4 warps
end)
