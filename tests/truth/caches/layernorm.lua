-- Rows of mean 0 and variance 1: layernorm of cache_kernels.cu
local rows, cols = param("rows", 1024), param("cols", 2048)
grid(rows)
block(256)
local input, out = global("input", float, rows * cols), global("out", float, rows * cols)
local s, q = shared("s", float, 256), shared("q", float, 256)
function kernel()
  local t, row, a, b = threadIdx.x, blockIdx.x * cols, 0, 0
  for k = t, cols - 1, 256 do
    local v = input[row + k]
    a = a + v
    b = b + v * v
  end
  s[t] = a
  q[t] = b
  __syncthreads()
  local d = 128
  while d > 0 do
    if t < d then
      s[t] = s[t] + s[t + d]
      q[t] = q[t] + q[t + d]
    end
    __syncthreads()
    d = d >> 1
  end
  local mean = s[0] / cols
  local inverse = rsqrt(q[0] / cols - mean * mean + 1e-5)
  for k = t, cols - 1, 256 do out[row + k] = (input[row + k] - mean) * inverse end
end
