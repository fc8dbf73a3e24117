title "When is shared memory worth it?"
about [[
A rule of thumb: data used once, leave it; two or three times, it depends; five times
and more, put it into shared memory. Here every element of a block is used `uses`
times by its neighbours. The rule counts accesses to global memory, wherever they end.]]
lesson{ topic = "Working together", order = 330, level = 2, minutes = 5, flip = "way=shared" }

-- What can be changed: on the command line (uses=5 way=shared) or in the screen.
local uses = param("uses", 5, { min = 1, max = 16, help = "how often each element is read" })
local way = param("way", "global", {
  values = { "global", "shared" },
  help = "read from global memory each time, or once, into shared memory",
})

local B <const> = 256
grid(1)
block(B)
local input  = global("input", float, B):fill(function(i) return i end)
local output = global("output", float, B)
local tile   = way == "shared" and shared("tile", float, B)

function kernel()
  local t = threadIdx.x
  mark("each element " .. uses .. " times, from " .. way .. " memory",
       "Requests of 1, 2, 5 uses: 8, 16, 40 from global memory; 8 with a tile. Sectors: 32, 72, " ..
       "192; 32 with a tile. The rule forgets that L1 may have them. A tile is worth it where " ..
       "data outgrow L1 or want another layout.")
  if way == "shared" then
    tile[t] = input[t]
    __syncthreads()
  end
  local from, sum = way == "shared" and tile or input, 0
  ask{ text = "How often does each warp ask global memory to read?", array = from,
       choices = uses > 1 and { 0, 1, uses, 32 * uses } or { 0, 1, 32 },
       answer = way == "shared" and 1 or uses,
       because = way == "shared" and "once, to fill the tile: all other reads stay in the SM"
         or "once in each turn, for what its neighbours had before" }
  for k = 0, uses - 1 do
    sum = sum + from[(t + k) % B]
  end
  output[t] = sum
end

-- `warplens check worth_it` fails; way=shared asks once, whatever the uses.
expect("one load from global memory for each element", function(r)
  equal(r.global.load.bytes_asked, 4 * B)
end)

expect("shared memory is asked once more than elements are used", function(r)
  local asked = r.shared.load.requests + r.shared.store.requests
  equal(asked, way == "shared" and (uses + 1) * B // 32 or 0)
end)
