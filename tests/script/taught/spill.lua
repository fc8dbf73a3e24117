-- An array of the thread whose index no compiler can know: it lies in local memory
local n = 16384
grid(16)
block(256)
local function scramble(i) return (i * 1103 + 12345) % 65536 * 7 % 65521 end
local input, out = global("input", int, n), global("out", int, n)
input:fill(scramble)
local mine = localmem("mine", int, 16)
function kernel()
  local i, s = blockIdx.x * blockDim.x + threadIdx.x, 0
  for k = 0, 15 do mine[input[i + k & n - 1] & 15] = k end
  for k = 0, 15 do s = s + mine[input[i * 3 + k & n - 1] & 15] end
  out[i] = s
end
