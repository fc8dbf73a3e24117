-- Copies to shared memory past the registers: 16 bytes each into a swizzled row, or 4 into a tile
local bytes = param("bytes", 16, {values = {4, 16}})
grid(16)
block(bytes == 16 and 256 or 32, bytes == 16 and 1 or 8)
local type = bytes == 16 and float4 or float
local input, out = global("input", type, bytes == 16 and 4096 or 16384),
                   global("out", type, bytes == 16 and 4096 or 16384)
local row, tile = shared("row", float4, 256), shared("tile", float, 32, 33)
local function sixteen()
  local t = threadIdx.x
  __pipeline_memcpy_async(row, t ~ (t // 8 & 7), input, blockIdx.x * 256 + t, 16)
  __pipeline_commit()
  __pipeline_wait_prior(0)
  __syncthreads()
  local r = 255 - t
  out[blockIdx.x * 256 + t] = row[r ~ (r // 8 & 7)]
end
local function four()
  local tx, ty = threadIdx.x, threadIdx.y
  for j = 0, 24, 8 do
    __pipeline_memcpy_async(tile[tx], ty + j, input, blockIdx.x * 1024 + (ty + j) * 32 + tx, 4)
  end
  __pipeline_commit()
  __pipeline_wait_prior(0)
  __syncthreads()
  for j = 0, 24, 8 do out[blockIdx.x * 1024 + (ty + j) * 32 + tx] = tile[ty + j][tx] end
end
function kernel()
  if bytes == 16 then sixteen() else four() end
end
