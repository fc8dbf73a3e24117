-- Harris's reductions: each block adds up its part of a, the result is in out[block]
local variant = param("variant", 1, {min = 1, max = 7})
local B, blocks = 128, 2
local per = variant >= 7 and 8 or variant >= 4 and 2 or 1 -- elements that a thread adds first
grid(blocks)
block(B)
local a = global("a", int, B * blocks * per):fill(function(i) return i * 7 % 31 - 9 end)
local out = global("out", int, blocks)
local s = shared("s", int, B)

local function last_warp(t)
  local k = 32
  while k > 0 do
    if t < 32 then
      local v = s[t] + s[t + k]
      __syncwarp()
      s[t] = v
      __syncwarp()
    end
    k = k // 2
  end
end

function kernel()
  local t, block = threadIdx.x, blockDim.x
  local i = blockIdx.x * block * per + t
  local v = 0
  for k = 0, per - 1 do v = v + a[i + k * block] end
  s[t] = v
  __syncthreads()
  if variant == 1 then -- neighbours first, by remainder
    local k = 1
    while k < block do
      if t % (2 * k) == 0 then s[t] = s[t] + s[t + k] end
      __syncthreads()
      k = k * 2
    end
  elseif variant == 2 then -- neighbours first, by the first threads
    local k = 1
    while k < block do
      local j = 2 * k * t
      if j < block then s[j] = s[j] + s[j + k] end
      __syncthreads()
      k = k * 2
    end
  elseif variant <= 4 then -- halves
    local k = block // 2
    while k > 0 do
      if t < k then s[t] = s[t] + s[t + k] end
      __syncthreads()
      k = k >> 1
    end
  else -- halves down to the last warp, which needs no barrier of the block
    local k = block // 2
    while k > 32 do
      if t < k then s[t] = s[t] + s[t + k] end
      __syncthreads()
      k = k >> 1
    end
    if variant == 5 then
      last_warp(t)
    elseif t < 32 then
      local w = s[t] + s[t + 32]
      local d = 16
      while d > 0 do
        w = w + __shfl_down_sync(0xffffffff, w, d)
        d = d // 2
      end
      if t == 0 then s[0] = w end
    end
  end
  if t == 0 then out[blockIdx.x] = s[0] end
end
