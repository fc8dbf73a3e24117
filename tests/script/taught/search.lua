-- 4096 binary searches in 16384 sorted numbers
local n = 16384
grid(16)
block(256)
local function scramble(i) return (i * 1103 + 12345) % 65536 * 7 % 65521 end
local sorted, wanted = global("sorted", int, n), global("wanted", int, 4096)
sorted:fill(function(i) return 4 * i end)
wanted:fill(scramble)
local found = global("found", int, 4096)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  local w, low, high = wanted[i], 0, n
  while low < high do
    local middle = (low + high) // 2
    if sorted[middle] < w then low = middle + 1 else high = middle end
  end
  found[i] = low
end
