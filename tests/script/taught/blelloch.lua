-- Exclusive prefix sums of 512 numbers, Blelloch's way, with a free word after every 32 or without
local pad = param("pad", 0, {min = 0, max = 1})
block(256)
local a, out = global("a", int, 512), global("out", int, 512)
local s = shared("s", int, 512 + 16)
local function at(i) return i + pad * (i >> 5) end
function kernel()
  local t, offset, d = threadIdx.x, 1, 256
  s[at(t)] = a[t]
  s[at(t + 256)] = a[t + 256]
  while d > 0 do
    __syncthreads()
    if t < d then
      local i, j = offset * (2 * t + 1) - 1, offset * (2 * t + 2) - 1
      s[at(j)] = s[at(j)] + s[at(i)]
    end
    offset = offset * 2
    d = d >> 1
  end
  if t == 0 then s[at(511)] = 0 end
  d = 1
  while d < 512 do
    offset = offset >> 1
    __syncthreads()
    if t < d then
      local i, j = offset * (2 * t + 1) - 1, offset * (2 * t + 2) - 1
      local v = s[at(i)]
      s[at(i)] = s[at(j)]
      s[at(j)] = s[at(j)] + v
    end
    d = d * 2
  end
  __syncthreads()
  out[t] = s[at(t)]
  out[t + 256] = s[at(t + 256)]
end
