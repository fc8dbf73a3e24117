title "The claims, settled: hit rates"
about [[
Tables of hit rates are copied from text to text: 95 % in order, 50 % with a stride of 2,
12 % with one of 8, below 5 % at random. Vote on them: counters of an H100 decide. Here
is the kernel that they are said to be of, with one load of each element.]]
lesson{ topic = "The claims, settled", order = 835, level = 3, minutes = 8,
        flip = "order=stride2, order=stride8, order=random, order=nine" }

-- What can be changed: on the command line (order=random) or in the screen.
local order = param("order", "sequential", {
  values = { "sequential", "stride2", "stride8", "random", "nine" },
  help = "which element a thread loads; nine: in order, with its neighbours",
})

local B <const>, N <const> = 256, 8192
local stride <const> = ({ stride2 = 2, stride8 = 8 })[order] or 1
local random <const> = order == "random"
grid(N // B)
block(B)
-- At random, from a table of 8 MB: 32 lanes hardly ever meet in a sector.
local a = global("a", float, random and 2097152 or stride * N):fill(1)
local c = global("c", float, N)

local function place(i)
  if random then return (i * 1664525 + 1013904223) % 4294967296 >> 11 end
  return i * stride
end

function kernel()
  local i = blockIdx.x * B + threadIdx.x
  local sum = 0
  ::load::
  if order ~= "nine" then
    sum = a[place(i)]
  else
    for k = max(i - 4, 0), min(i + 4, N - 1) do
      sum = sum + a[k]
    end
  end
  ::store::
  c[i] = sum
end

local claim <const> = ({ sequential = "95 %", stride2 = "50 %", stride8 = "12 %",
                         random = "Less than 5 %" })[order]
local used <const> = ({ sequential = 100, stride2 = 50 })[order] or 12.5

at("load", {
  title = "order: " .. order,
  notes = "Counted of an H100's loads: c = a + b, 0 hits of 262,144; a stride of 2, 0 of " ..
    "65,536; at random in 64 MB, 703 of 1,179,643; nine neighbours, 1,302,526 of 1,441,784. A " ..
    "hit needs a second request for the sector.",
  ask = claim and {
    text = "'" .. claim .. " of these loads hit L1.' How many percent of the sectors do?",
    array = a, choices = { "0", "12", "50", "95" }, answer = "0",
    because = random and "true, as 0 is: few lanes ever meet in a sector of 64 MB, 0.06 %"
      or "false: an H100 counted no hit, as no sector is asked for twice",
  } or {
    text = "Each thread loads nine neighbours. How many percent of sectors hit L1?",
    array = a, choices = { "0", "12", "50", "90" }, answer = "90",
    because = "of 352 sectors of a block 34 are different: an H100 counted 90.3",
  },
})

if claim then
  at("store", {
    title = "what the table has instead",
    ask = { text = "And of the bytes that L2 gives for the loads, how many percent are used?",
      array = c, choices = { "3", "12.5", "50", "100" }, answer = tostring(used),
      because = used == 100 and "all 32 bytes of each sector"
        or random and "4 of the 32 bytes of each sector"
        or used .. " of 100, the number in print: efficiency, not hits" },
  })
end

expect("each thread has its sum", function(r)
  same(r.arrays.c, function(i)
    return order == "nine" and min(i + 4, N - 1) - max(i - 4, 0) + 1 or 1
  end)
end)

expect(claim and "no load hits L1" or "nine of ten do", function(r)
  if tonumber(r.cc) < 7 then return true end -- other caches
  equal(r.l1.hit_rate, claim and 0 or 0.903, 0.001)
end)
