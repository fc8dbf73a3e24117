title "Arrays in local memory"
about [[
What does not fit in registers, a thread keeps in local memory, a part of device memory.
Element i of all lanes lies side by side: a line of 128 bytes. What does it cost if the
lanes read different elements?]]
lesson{ topic = "Other memories", order = 420, level = 2, minutes = 4,
        flip = "n=16, index=loop" }

-- What can be changed: on the command line (index=loop) or in the screen.
local index = param("index", "data", {
  values = { "loop", "data" },
  help = "loop: all lanes at the same element; data: each where its data says",
})
local n = param("n", 4, { min = 1, max = 64, help = "elements that each thread keeps" })

grid(1)
block(32)

local steps <const> = 8                    -- values that each thread takes in
local input  = global("input", int, steps, 32)
local output = global("output", int, 32)

-- One more from lane to lane, and from step to step.
input:fill(function(step, i) return step + i end)

-- Every thread has its own, as `int bins[n]` in a CUDA kernel that asks for an
-- index which the compiler does not know.
local bins = localmem("bins", int, n)

function kernel()
  local lane = laneid()
  ::start::
  for i = 0, n - 1 do bins[i] = 0 end
  for step = 0, steps - 1 do
    local v = input[step][lane]
    local i = index == "data" and v % n or step % n
    ::bin::
    bins[i] = bins[i] + v                  -- side by side, or scattered
  end

  local most = 0
  for i = 0, n - 1 do most = math.max(most, bins[i]) end
  output[lane] = most
end

-- Eight lanes side by side share a sector of an element: how many elements these eight want.
local wanted <const> = index == "data" and min(n, 8) or 1

at("start", {
  title = n .. (n == 1 and " bin" or " bins") .. " for each thread",
  notes = "Local memory is memory, however private it sounds. Element i of all threads is a " ..
    "line of 4 sectors: with index=loop that is all. With index=data lanes 0 to 7 want up to 8 " ..
    "elements, each in a sector of its own: 4, 8, 16, 32 for n of 1, 2, 4, 8.",
})

at("bin", {
  ask = { figure = "sectors", array = bins,
    text = index == "data" and "Lane i reads element i mod " .. n .. ". How many sectors?"
      or "All lanes read element 0. How many sectors?",
    choices = offer(1, 4, 16, 32, 4 * wanted, 4 * min(n, 32)),
    because = wanted == 1 and "element 0 of 32 lanes is 128 bytes side by side"
      or "lanes 0 to 7 read " .. wanted .. " elements, a sector for each: 4 times " .. wanted,
    counted = (wanted == 1 or index == "data" and n == 4)
      and { chip = "H200", sectors = 4 * wanted } or nil },
})

-- A load and a store in each step, of which 4 sectors are useful.
expect(wanted == 1 and "lanes are at one element together" or "lanes are apart", function(r)
  if tonumber(r.cc) < 5 then return true end -- other segments
  equal(r["local"].excess_sectors, 2 * steps * 4 * (wanted - 1))
end)
