title "Stores: one, two or four segments"
about [[
On cc 2.x and 3.x stores leave an SM in transactions of 1, 2 or 4 segments of 32 bytes,
each aligned to its own length. Two lanes write a float each into one line of 128
bytes. How much moves, and why does it depend on where the second one writes?]]
lesson{ topic = "Global memory", order = 50, level = 3, minutes = 3,
        flip = "second=8, second=7" }
arch "2.0"

-- What can be changed: on the command line (second=8) or in the screen.
local second = param("second", 16, { min = 1, max = 31, help = "where the second lane writes" })

grid(1)
block(2)

local output = global("output", float, 32)

function kernel()
  ::store::
  output[threadIdx.x * second] = 1
end

-- The line, its first half, its first segment: the smallest that has both lanes' floats.
local covers <const> = second >= 16 and "the whole line: the other half begins at float 16"
  or second >= 8 and "half a line: the next segment begins at float 8"
  or "one segment has floats 0 to 7"

at("store", {
  title = "two lanes write into one line of 128 bytes",
  notes = "second=1: 32 bytes. 8: another segment, the same half: 64. 16: the other half: 128. " ..
    "From cc 5.0 on (key a) it is the sectors that they touch, wherever these are.",
  ask = { figure = "bytes_moved", choices = { 8, 32, 64, 128 }, because = covers,
    text = "One lane stores float 0, one float " .. second .. ". How many bytes move?" },
})

-- From cc 5.0 on there are no transactions.
expect("one transaction", function(r)
  if tonumber(r.cc) < 1.2 then return true end -- a lane is not at its word
  equal(tonumber(r.cc) < 5 and r.global.store.transactions or r.global.store.requests, 1)
end)

expect("the smallest part that has both", function(r)
  local cc = tonumber(r.cc)
  if cc < 2 then return true end -- other segments
  equal(r.global.store.bytes_moved, second >= 16 and cc < 5 and 128 or second >= 8 and 64 or 32)
end)
