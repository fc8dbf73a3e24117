title "Arrays in local memory"
about [[
What registers cannot hold, a thread keeps in local memory, which is memory like any
other. Element i of all lanes lies side by side. What does a warp pay where each lane
wants another element?]]
lesson{ topic = "Other memories", order = 420, level = 2, minutes = 4, flip = "index=loop" }

-- What can be changed: on the command line (index=loop) or in the screen.
local index = param("index", "data", {
  values = { "loop", "data" },
  help = "loop: all lanes at the same element; data: each where its data says",
})
local n = param("n", 16, { min = 1, max = 64, help = "elements that each thread keeps" })

grid(1)
block(32)

local steps <const> = 8                    -- values that each thread takes in
local input  = global("input", int, steps, 32)
local output = global("output", int, 32)

-- Values without an order that one could see.
input:fill(function(step, i) return (step * 7 + i * 5 + i // 4) % 61 end)

-- Every thread has its own, as `int bins[n]` in a CUDA kernel that asks for an
-- index which the compiler does not know.
local bins = localmem("bins", int, n)

function kernel()
  local lane = laneid()
  mark(n .. (n == 1 and " bin" or " bins") .. " for each thread",
       "Local memory is memory, however private it sounds. Element i of all threads is a line: " ..
       "with index=loop 4 sectors, with index=data a line for each bin that some lane wants.")
  for i = 0, n - 1 do bins[i] = 0 end
  for step = 0, steps - 1 do
    local v = input[step][lane]
    local i = index == "data" and v % n or step % n
    if step == 0 then
      ask{ figure = "sectors", array = bins, choices = { 1, 4, 15, 23, 32, 60 },
           because = index == "data" and "15 bins are wanted, each a line: sectors with a lane move"
             or "element 0 of all 32 lanes lies side by side" }
    end
    bins[i] = bins[i] + v                  -- side by side, or scattered
  end

  local most = 0
  for i = 0, n - 1 do most = math.max(most, bins[i]) end
  output[lane] = most
end

-- `warplens check local_spill` fails; index=loop keeps the lanes together.
expect("lanes are at one element together", function(r)
  equal(r["local"].excess_sectors, 0)
end)
