-- Records of 28 bytes: each member is an access of its own
local n = 4000
grid(16)
block(256)
local Body = struct("Body", {"x", float}, {"y", float}, {"z", float},
                    {"vx", float}, {"vy", float}, {"vz", float}, {"mass", float})
local b = global("b", Body, n)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  if i >= n then return end
  b[i].x = b[i].x + b[i].vx * 0.1
  b[i].y = b[i].y + b[i].vy * 0.1
  b[i].z = b[i].z + b[i].vz * 0.1
end
