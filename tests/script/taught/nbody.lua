-- Bodies in tiles of shared memory: all lanes read the same 16 bytes
local n = 512
grid(4)
block(128)
local p, f = global("p", float4, n), global("f", float4, n)
local s = shared("s", float4, 128)
function kernel()
  local i = blockIdx.x * 128 + threadIdx.x
  local me, ax, ay, az, aw = p[i], 0, 0, 0, 0
  for m = 0, n // 128 - 1 do
    s[threadIdx.x] = p[m * 128 + threadIdx.x]
    __syncthreads()
    for k = 0, 127 do
      local o = s[k]
      local dx, dy, dz = o.x - me.x, o.y - me.y, o.z - me.z
      local w = o.w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01)
      ax, ay, az, aw = ax + dx * w, ay + dy * w, az + dz * w, aw + w
    end
    __syncthreads()
  end
  f[i] = make_float4(ax, ay, az, aw)
end
