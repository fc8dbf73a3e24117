title "Copies on their way: cp.async"
about [[
A warp fills one half of a tile while it works on the other. The copies go into
shared memory past the registers, those of 16 bytes past L1 too, and arrive when
the thread waits for them: what is read before may be what lay there before.]]
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
  for i = threadIdx.x, 2 * TILE - 1, 32 do tile[i // TILE][i % TILE] = 0 end
  __syncthreads()
  ::copy::
  start(0)
  for n = 0, tiles - 1 do
    if n + 1 < tiles then start(n + 1)
    else __pipeline_commit() end

    -- All batches but the one that was started last: tile n is there.
    if wait == "yes" then __pipeline_wait_prior(1) end
    __syncthreads()
    ::arrived::
    for i = threadIdx.x, TILE - 1, 32 do
      sum = sum + tile[n % 2][i]
    end
    __syncthreads()
  end
  output[threadIdx.x] = sum                -- 16, if no read is too early
end

at("copy", {
  title = "the first copy is on its way",
  notes = "Nothing passes through registers. The tile was 0, the input is 1: what a thread " ..
    "reads that does not wait is what was there, or what has come. Here it is always the worst: " ..
    "wait=no adds up to 0, not 16; the hazard tells why.",
  ask = { figure = "sectors", array = input, choices = { 4, 8, 16, 32 },
    because = "32 lanes copy " .. bytes .. " bytes each, side by side: sectors of 32 bytes" },
})

at("arrived", {
  ask = { text = "The tile held 0, and copies of 1 are on their way. What does a lane read here?",
    array = tile, choices = { "0", "1", "either" },
    answer = wait == "yes" and "1" or "either",
    because = wait == "yes" and "it has waited for its copies, and at the barrier for all"
      or "no thread has waited for its copy: a barrier does not do that" },
})

expect(wait == "yes" and "no lane read too early" or "all lanes read too early", function(r)
  same(r.arrays.output, wait == "yes" and 16 or 0)
  equal(r.hazards.total > 0, wait == "no")
end)
