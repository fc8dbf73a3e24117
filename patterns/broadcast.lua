title "One word for many lanes"
about [[
A bank serves one word at a time. All lanes read the same word; or every four lanes share
a word, and the eight words lie in eight banks or in one. Which lanes have to wait?]]
lesson{ topic = "Shared memory", order = 120, level = 2, minutes = 5,
        flip = "words=eight, words=rows" }

-- What can be changed: on the command line (words=rows) or in the screen.
local words = param("words", "one", {
  values = { "one", "eight", "rows" },
  help = "one for all, one for each four lanes, or eight words of one bank",
})

grid(1)
block(32)

local output = global("output", float, 32)
local s = shared("s", float, 8, 32)

local place = {
  one   = function() return 0, 0 end,
  eight = function(i) return 0, i // 4 end,  -- eight banks, a word of each
  rows  = function(i) return i // 4, 0 end,  -- eight words of bank 0
}

function kernel()
  local i = threadIdx.x
  for y = 0, 7 do s[y][i] = 32 * y + i end
  __syncthreads()
  ::read::
  local y, x = place[words](i)
  output[i] = s[y][x]
end

at("read", {
  title = "words: " .. words,
  notes = "'32 lanes at one address: a 32-way conflict' is in print. Vote, then show the single " ..
    "wavefront; then words=rows, which looks alike and is eight.",
  ask = { figure = "wavefronts", array = s, choices = { 1, 2, 4, 8, 32 },
    because = words == "rows" and "bank 0 serves eight words one after the other"
      or "a bank reads a word once, for all lanes that want it",
    counted = words == "one" and { chip = "H200", wavefronts = 1 } or nil },
})

expect("as many wavefronts as one bank has words", function(r)
  if tonumber(r.cc) < 5 then return true end -- other banks
  equal(r.shared.load.wavefronts, words == "rows" and 8 or 1)
end)
