title "When is shared memory worth it?"
about [[
Used once: leave data where they are. One page has three rules for more: from 2 uses on
think of a tile, from 3 on take one, and again: 2 or 3 may come out even, 5 pay. Here
neighbours use each element `uses` times. What does a tile change that can be counted?]]
lesson{ topic = "Working together", order = 330, level = 2, minutes = 5,
        flip = "way=shared, uses=1, uses=5 way=shared" }

-- What can be changed: on the command line (uses=5 way=shared) or in the screen.
local uses = param("uses", 2, { min = 1, max = 16, help = "how often each element is read" })
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

-- Sectors that the 8 warps ask for in turn k, in all turns, and with a tile.
local function sectors_of(k) return k % 8 == 0 and 32 or 40 end
local straight, by_tile <const> = 0, sectors_of(0)
for k = 0, uses - 1 do straight = straight + sectors_of(k) end
local shown = tostring(straight) -- "32 + 4 * 40 = 192"
if uses == 2 then shown = "32 + 40 = 72" end
if uses > 2 and uses <= 8 then shown = "32 + " .. uses - 1 .. " * 40 = " .. straight end

function kernel()
  local t = threadIdx.x
  if way == "global" then
    mark("each element " .. uses .. (uses == 1 and " time" or " times") .. ", no tile",
         "Vote, then count: with 1 use 32 sectors either way, and a tile is 16 instructions and " ..
         "a barrier more. With 2 it is 72 against 32. But the count is of what is asked of L1: " ..
         "an element that was just there is there.")
    ask{ text = "Each element is used " .. (uses == 1 and "once" or uses .. " times") ..
           ". Is a tile worth it, by sectors asked for?",
         array = input, choices = { "yes", "no" }, answer = uses > 1 and "yes" or "no",
         because = shown .. " sectors of 32 bytes a block without, " .. by_tile .. " with one" }
  else
    mark("each element " .. uses .. (uses == 1 and " time" or " times") .. ", by a tile",
         "What is left to say against it: L1. Of the stencil, 3 uses, an H200 took 33,791 of " ..
         "114,686 sectors from L2; of a product (matmul) 21,323 without tiles and 21,164 with. " ..
         "A tile is sure where data outgrow L1, or want another layout.")
    ask{ text = "256 floats, used " .. uses .. (uses == 1 and " time" or " times") ..
           ". How many does the block ask of global memory now?",
         array = input, choices = offer(0, 256, 256 * uses, 256 * (uses + 1)), answer = 256,
         because = "each once, for the tile: " .. by_tile .. " sectors, where it was " .. shown }
    tile[t] = input[t]
    __syncthreads()
  end
  local from, sum = way == "shared" and tile or input, 0
  for k = 0, uses - 1 do
    sum = sum + from[(t + k) % B]
  end
  output[t] = sum
end

-- What the questions count with.
expect("a tile asks for the same sectors, however often its elements are used", function(r)
  if tonumber(r.cc) >= 5 then
    equal(r.global.load.sectors, way == "shared" and by_tile or straight)
  end
end)

-- `warplens check worth_it` fails; way=shared asks once, whatever the uses.
expect("one load from global memory for each element", function(r)
  equal(r.global.load.bytes_asked, 4 * B)
end)

expect("shared memory is asked once more than elements are used", function(r)
  local asked = r.shared.load.requests + r.shared.store.requests
  equal(asked, way == "shared" and (uses + 1) * B // 32 or 0)
end)
