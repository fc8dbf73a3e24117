title "Branches: the lanes that wait"
about [[
The lanes of a warp share an instruction. Here a condition sends half of the threads
one way and half the other: odd and even threads, or odd and even warps. Every thread
stores once. How many lanes take part in each store?]]
lesson{ topic = "Warps", order = 505, level = 1, minutes = 3, flip = "by=warp" }

-- What can be changed: on the command line (by=warp) or in the screen.
local by = param("by", "lane", {
  values = { "lane", "warp" },
  help = "which threads take which side: odd and even lanes, or odd and even warps",
})

grid(1)
block(64)

local output = global("output", float, 64)

function kernel()
  local t = threadIdx.x
  local odd = by == "lane" and t % 2 == 1 or by == "warp" and warpid() % 2 == 1
  mark("if, by " .. by,
       "Half the lanes store, then the other half. The dim lanes wait: they cost time, and no " ..
       "memory. by=warp: the same work in half the instructions.")
  ask{ figure = "active_lanes", choices = { 1, 16, 32 },
       because = "the lanes of one side of the branch" }
  if odd then
    output[t] = 2
  else
    output[t] = 1
  end
end

expect("each thread has taken its side", function(r)
  same(r.arrays.output, function(t) return 1 + (by == "lane" and t or t // 32) % 2 end)
end)

-- `warplens check divergence` fails; by=warp mends it.
expect("one store for each warp", function(r)
  equal(r.global.store.requests, 2)
end)
