-- The game of life on bytes, with edges that wrap
local n = 64
grid(2, 8)
block(32, 8)
local input, out = global("input", uchar, n, n), global("out", uchar, n, n)
function kernel()
  local x, y = blockIdx.x * 32 + threadIdx.x, blockIdx.y * 8 + threadIdx.y
  local sum = 0
  for dy = -1, 1 do
    for dx = -1, 1 do
      if dx ~= 0 or dy ~= 0 then sum = sum + input[(y + dy) % n][(x + dx) % n] end
    end
  end
  local alive = input[y][x]
  out[y][x] = (sum == 3 or alive ~= 0 and sum == 2) and 1 or 0
end
