title "When is shared memory worth it?"
about [[
Does a tile pay? One page in print gives rules: think of one from 2 uses of
an element on, take one from 3, and by its formula only 5 uses pay. A use is
a thread that reads the element. What does a tile change that can be
counted?]]
lesson{ topic = "Working together", order = 330, level = 2, minutes = 7,
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

function kernel()
  local t = threadIdx.x
  ::start::
  if way == "shared" then
    tile[t] = input[t]
    __syncthreads()
  end
  local from, sum = way == "shared" and tile or input, 0
  for k = 0, uses - 1 do
    sum = sum + from[(t + k) % B]
  end
  ::store::
  output[t] = sum
end

-- Sectors that the 8 warps ask for in turn k, in all turns, and with a tile.
local function sectors_of(k) return k % 8 == 0 and 32 or 40 end
local straight, by_tile <const> = 0, sectors_of(0)
for k = 0, uses - 1 do straight = straight + sectors_of(k) end
local shown = tostring(straight) -- "32 + 4 * 40 = 192"
if uses == 2 then shown = "32 + 40 = 72" end
if uses > 2 and uses <= 8 then shown = "32 + " .. uses - 1 .. " * 40 = " .. straight end

-- Cycles from a load to its use, as chains of loads took them on an H200; a store into the
-- tile is taken for a read.
local L1, SHARED <const> = 39.0, 29.1 -- and DRAM 694
local function saved(n, latency) return (n - 1) * latency end
local function spent(n) return (n + 1) * SHARED end
local pays = 1 -- from so many uses on, if they are found in L1
while saved(pays, L1) <= spent(pays) do pays = pays + 1 end

if way == "global" then
  at("start", {
    title = "each element " .. uses .. (uses == 1 and " time" or " times") .. ", no tile",
    notes = "Vote, then count: with 1 use 32 sectors either way, and a tile is 16 " ..
      "instructions and a barrier more. With 2 it is 72 against 32. But the count is of what " ..
      "goes to L1: an element that was just there is there.",
    ask = { text = "Each element is used " .. (uses == 1 and "once" or uses .. " times") ..
        ". Is a tile worth it, by sectors asked for?",
      array = input, choices = { "yes", "no" }, answer = uses > 1 and "yes" or "no",
      because = "an H200: " .. shown .. " sectors a block without, " .. by_tile .. " with one" },
  })
  if uses > 1 then
    at("store", {
      title = "saved reads * latency > loading + reading",
      notes = "Estimate, of an H200: L1 39 cycles, DRAM 694, shared 29, a store like a read; " ..
        "the load that both need left out. '5 pay' holds by DRAM, not by L1. '2-3 even' by " ..
        "neither; with that load as a cost, 2 are, by DRAM. And warps wait side by side.",
      ask = {
        text = "n uses save n - 1 reads of 39 cycles from L1; a tile costs n + 1 of 29. From " ..
          "which n on does it pay?",
        array = output, choices = offer(2, 3, 5, pays, 16), answer = pays,
        because = "n = 7: 6 * 39 = 234 is above 8 * 29 = 232; by DRAM, 694, from n = 2 on" },
    })
  end
else
  at("start", {
    title = "each element " .. uses .. (uses == 1 and " time" or " times") .. ", by a tile",
    notes = "What is left to say against it: L1. Of the stencil, 3 uses, an H200 took 33,791 " ..
      "of 114,686 sectors from L2; of a product (matmul) 21,323 without tiles and 21,164 " ..
      "with. A tile is sure where data outgrow L1, or want another layout.",
    ask = { text = "256 floats, used " .. uses .. (uses == 1 and " time" or " times") ..
        ". How many does the block load from global memory now?",
      array = input, choices = offer(0, 256, 256 * uses, 256 * (uses + 1)), answer = 256,
      because = "each once, for the tile. An H200: " .. by_tile .. " sectors, not " .. shown },
  })
  at("store", {
    title = "the rules and the clock",
    notes = "H200, medians. Product, 1024 x 1024, 16 uses: 0.425 ms, tiled 0.371. Transpose, " ..
      "8192 x 8192, 1 use: 1.087 or 0.287, tiled 0.151, with conflicts 0.332. One use can " ..
      "pay, by its layout; 16 save 13 %. A count of uses decides neither.",
    ask = uses < 5 and {
      text = "'Used once: no tile.' A transpose that loads columns took 0.287 ms. And with " ..
        "a tile?",
      array = output, choices = { "0.151 ms", "0.287 ms", "0.332 ms" }, answer = "0.151 ms",
      because = "on an H200: the tile changes the layout; with bank conflicts 0.332",
    } or {
      text = "'5 uses pay.' A product with 16 uses took 0.425 ms without tiles. And with?",
      array = output, answer = "0.371 ms",
      choices = { "0.027 ms", "0.085 ms", "0.371 ms", "0.425 ms" },
      because = "on an H200, 1024 x 1024: 13 % less, far from 16 to 1",
    },
  })
end

-- What the questions count with.
expect("a tile loads the same sectors, however often its elements are used", function(r)
  if tonumber(r.cc) < 5 then return true end -- other segments
  equal(r.global.load.sectors, way == "shared" and by_tile or straight)
end)

expect(way == "shared" and "one load from global memory for each element"
       or "a load for each use", function(r)
  equal(r.global.load.bytes_asked, 4 * B * (way == "shared" and 1 or uses))
end)

expect("shared memory is accessed once more than elements are used", function(r)
  if tonumber(r.cc) < 2 then return true end -- by half-warps
  local asked = r.shared.load.requests + r.shared.store.requests
  equal(asked, way == "shared" and (uses + 1) * B // 32 or 0)
end)
