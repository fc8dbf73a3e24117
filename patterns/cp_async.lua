title "Copies on their way: cp.async"
about [[
A warp fills one half of a tile while it works on the other. The copies go into
shared memory past the registers, those of 16 bytes past L1 too, and arrive when
the thread waits for them: what is read before is what lay there before.]]
lesson{ topic = "Other memories", order = 440, level = 3, minutes = 5, flip = "wait=no" }

-- What can be changed: on the command line (bytes=4) or in the screen.
local bytes = param("bytes", 16, {
  values = { 4, 8, 16 },
  help = "what one lane copies at a time",
})
local wait = param("wait", "yes", {
  values = { "yes", "no" },
  help = "no: read without waiting, and see the wrong sum",
})

grid(1)
block(32)

local TILE <const> = 128                   -- floats of a tile: 4 for each lane
local tiles <const> = 4
local input  = global("input", float, tiles, TILE):fill(1)
local output = global("output", float, 32)
local tile   = shared("tile", float, 2, TILE)

-- Starts the copy of a whole tile: side by side on both ends.
local function start(n)
  local each, half = bytes // 4, tile[n % 2]
  for i = threadIdx.x * each, TILE - 1, 32 * each do
    __pipeline_memcpy_async(half, i, input[n], i, bytes)
  end
  __pipeline_commit()
end

function kernel()
  local sum = 0
  mark("the first copy is on its way",
       "Nothing passes through registers. Ask what stands in the tile before the wait: what was " ..
       "there. wait=no shows the wrong sum, and the hazard.")
  ask{ figure = "sectors", array = input, choices = { 4, 8, 16, 32 },
       because = "32 lanes copy " .. bytes .. " bytes each, side by side: sectors of 32 bytes" }
  start(0)
  for n = 0, tiles - 1 do
    if n + 1 < tiles then start(n + 1)
    else __pipeline_commit() end

    -- All batches but the one that was started last: tile n is there.
    if wait == "yes" then __pipeline_wait_prior(1) end
    __syncthreads()
    for i = threadIdx.x, TILE - 1, 32 do
      sum = sum + tile[n % 2][i]
    end
    __syncthreads()
  end
  output[threadIdx.x] = sum                -- 16, where nobody came too early
end

expect("nobody came too early", function(r)
  same(r.arrays.output, 16)
  equal(r.hazards.total, 0)
end)
