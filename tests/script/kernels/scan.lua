-- Prefix sums of one block: Hillis and Steele's (inclusive), Blelloch's (exclusive)
local method = param("method", "hillis", {values = {"hillis", "blelloch"}})
local pad = param("pad", 0, {min = 0, max = 1, help = "a free word after every 32"})
local n = 256
block(method == "hillis" and n or n // 2)
local a = global("a", int, n):fill(function(i) return i % 7 + 1 end)
local out = global("out", int, n)
local s = shared("s", int, 2 * n + 2 * n // 32)

local function at(i) return i + pad * (i >> 5) end

local function hillis(t)
  local from, to = 0, n
  s[t] = a[t]
  __syncthreads()
  local d = 1
  while d < n do
    local v = s[from + t]
    if t >= d then v = v + s[from + t - d] end
    s[to + t] = v
    __syncthreads()
    from, to = to, from
    d = d * 2
  end
  out[t] = s[from + t]
end

local function blelloch(t)
  s[at(t)] = a[t]
  s[at(t + n // 2)] = a[t + n // 2]
  local offset, d = 1, n // 2
  while d > 0 do
    __syncthreads()
    if t < d then
      local i, j = at(offset * (2 * t + 1) - 1), at(offset * (2 * t + 2) - 1)
      s[j] = s[j] + s[i]
    end
    offset = offset * 2
    d = d // 2
  end
  if t == 0 then s[at(n - 1)] = 0 end
  d = 1
  while d < n do
    offset = offset // 2
    __syncthreads()
    if t < d then
      local i, j = at(offset * (2 * t + 1) - 1), at(offset * (2 * t + 2) - 1)
      local v = s[i]
      s[i] = s[j]
      s[j] = s[j] + v
    end
    d = d * 2
  end
  __syncthreads()
  out[t] = s[at(t)]
  out[t + n // 2] = s[at(t + n // 2)]
end

function kernel()
  if method == "hillis" then hillis(threadIdx.x) else blelloch(threadIdx.x) end
end
