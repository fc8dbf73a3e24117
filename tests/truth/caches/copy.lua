-- A copy from an offset, or with a stride: copy_offset and copy_stride of cache_kernels.cu
local n = param("n", 1 << 20)
local offset, stride = param("offset", 0), param("stride", 1)
grid(n // 256)
block(256)
local input, out = global("input", float, n * stride + offset), global("out", float, n)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  if i < n then out[i] = input[i * stride + offset] end
end
