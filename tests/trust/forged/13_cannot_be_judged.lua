local input = global("input", float, 32)
local output = global("output", float, 32)
local big = global("big", char, 2^28 - 4096)
grid(4096) block(1024)
function kernel()
  if blockIdx.x == 0 and threadIdx.x < 32 then output[threadIdx.x] = input[threadIdx.x] end
  if blockIdx.x == 1 and threadIdx.x < 32 then output[threadIdx.x] = input[threadIdx.x] end
  if blockIdx.x == 2 and threadIdx.x < 32 then
    output[threadIdx.x] = 0 output[threadIdx.x] = input[threadIdx.x]
  end
  if threadIdx.x % 32 == 0 then big[(blockIdx.x * 1024 + threadIdx.x) * 62] = 1 end
end
