-- Inclusive prefix sums of 512 numbers, Hillis and Steele's way
block(512)
local a, out = global("a", int, 512), global("out", int, 512)
local s = shared("s", int, 2, 512)
function kernel()
  local t, from, d = threadIdx.x, 0, 1
  s[0][t] = a[t]
  __syncthreads()
  while d < 512 do
    local v = s[from][t]
    if t >= d then v = v + s[from][t - d] end
    s[from ~ 1][t] = v
    __syncthreads()
    from = from ~ 1
    d = d * 2
  end
  out[t] = s[from][t]
end
