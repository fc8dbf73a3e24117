-- A lock in shared memory
local k = param("k", 1, { min = 1, max = 32 })
local form = param("form", "spin", { values = { "spin", "done" } })
local sync = param("sync", "yes", { values = { "yes", "no" } })
local l, n = shared("l", int, 32), shared("n", int, 32)
local out = global("out", int, 32)
function kernel()
  local lane, v = laneid(), nil
  local i = lane % k
  l[lane] = 0
  n[lane] = 0
  __syncwarp()
  if form == "spin" then
    while atomicCAS(l, i, 0, 1) ~= 0 do end
    v = n[i]
    n[i] = v + 1
    __threadfence_block()
    atomicExch(l, i, 0)
  else
    local done = false
    while not done do
      if atomicCAS(l, i, 0, 1) == 0 then
        n[i] = n[i] + 1
        __threadfence_block()
        atomicExch(l, i, 0)
        done = true
      end
    end
  end
  if sync == "yes" then
    __syncwarp()
    v = n[lane]
  end
  out[lane] = v
end
