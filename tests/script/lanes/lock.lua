-- Lanes of a warp get one of k locks and add 1 to what it guards
local k = param("k", 1, { min = 1, max = 32 })
local form = param("form", "spin", { values = { "spin", "done", "break", "exchange", "store" } })
local locks = param("locks", "modulo", { values = { "modulo", "division" } })
local after = param("after", "store", { values = { "nothing", "store", "load" } })
local who = param("who", "all", { values = { "all", "odd", "below20" } })
local lock = global("lock", int, 32)
local n = global("n", int, 32)
local out = global("out", int, 32)

local function guarded(i)
  n[i] = n[i] + 1
  __threadfence()
  if form == "store" then lock[i] = 0 else atomicExch(lock, i, 0) end
end

function kernel()
  local lane = laneid()
  local i = locks == "modulo" and lane % k or lane // k
  if who == "below20" and lane >= 20 then return end
  if who ~= "odd" or lane % 2 == 1 then
    if form == "spin" or form == "store" then
      while atomicCAS(lock, i, 0, 1) ~= 0 do end
      guarded(i)
    elseif form == "exchange" then
      while atomicExch(lock, i, 1) ~= 0 do end
      guarded(i)
    elseif form == "done" then
      local done = false
      while not done do
        if atomicCAS(lock, i, 0, 1) == 0 then
          guarded(i)
          done = true
        end
      end
    else
      while true do
        if atomicCAS(lock, i, 0, 1) == 0 then
          guarded(i)
          break
        end
      end
    end
  end
  if after == "store" then out[lane] = 1 end
  if after == "load" then out[lane] = n[i] end
end
