title "A warp's shape over a texture"
about [[
A CUDA array keeps texels together that are close in both directions: 16 bytes
of two rows make one sector. A warp that covers a tile gets by with half the
sectors of one that walks down a column. Memory row by row, as arrays have it,
favours rows alone.]]
lesson{ topic = "Other memories", order = 430, level = 2, minutes = 4, flip = "width=1" }

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

image:fill(function(y, x) return 100 * y + x end)

function kernel()
  local x = blockIdx.x * width + threadIdx.x % width
  local y = blockIdx.y * height + threadIdx.x // width

  ::fetch::
  -- The middle of a texel: coordinates are not normalized, and not filtered.
  output[y][x] = tex2D(image, x + 0.5, y + 0.5)
end

at("fetch", { ask = { figure = "sectors", array = image, choices = { 4, 8, 16, 32 } } })
