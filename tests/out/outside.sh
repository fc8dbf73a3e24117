#!/bin/sh
# A kernel whose threads hand data on through variables of Lua is given no points, and what is
# said of it does not depend on --jobs.
. "$(dirname "$0")/lib.sh"

jobs() { # STATUS PATTERN ARGUMENTS…: the same status and bytes, whatever --jobs is
  status=$1 pattern=$2
  shift 2
  for n in 1 2 3 8; do
    got=0
    "$warplens" "$@" --jobs $n >out 2>&1 || got=$?
    same "$got" "$status" "$* --jobs $n: exit status"
    grep -q -e "$pattern" out || fail "$* --jobs $n: no '$pattern' in: $(cat out)"
    [ $n != 1 ] || cp out first
    cmp -s first out || fail "$* --jobs $n says something else: $(cat out)"
  done
}

# One tile of a transposition in a table, which is empty again before the block ends.
cat >channel.lua <<'LUA'
local n = param("n", 256, { min = 32, max = 1024, step = 32 })
local T <const>, ROWS <const> = 32, 8
grid(n // T, n // T) block(T, ROWS)
local input  = global("input", float, n, n)
local output = global("output", float, n, n)
local tile   = shared("tile", float, T, T)
local kept = {}
function kernel()
  local bx, by, i, j = blockIdx.x * T, blockIdx.y * T, threadIdx.x, threadIdx.y
  for r = j, T - 1, ROWS do
    kept[r * T + i] = input[by + r][bx + i]
  end
  tile[j][i] = 0
  __syncthreads()
  for r = j, T - 1, ROWS do output[bx + r][by + i] = kept[i * T + r] end
  __syncthreads()
  for r = j, T - 1, ROWS do kept[r * T + i] = nil end
end
LUA
for rubric in exercise_transpose "$source/patterns/rubrics/exercise_transpose.lua"; do
  "$warplens" check channel.lua --rubric "$rubric" >text && fail 'the exercise is solved'
  sees '^0 of 5 checks passed, 0 of 10 points$'
  sees 'channel.lua:11: the kernel changes'
done

# What a worker sees of a table depends on how many blocks it runs.
cat >swap.lua <<'LUA'
local a = global("a", int, 66)
local t = { {}, {} }
local first = t[1]
grid(66) block(32)
function kernel()
  if threadIdx.x == 0 then
    t[1], t[2] = t[2], t[1]
    a[blockIdx.x] = t[1] == first and 1 or 0
  end
end
expect("a[33] is 1", function(r) equal(r.arrays.a[33], 1) end)
LUA
jobs 3 'swap.lua:7: the kernel changes "t", which lives outside' report --json swap.lua
jobs 3 'swap.lua:7: the kernel changes' check swap.lua
jobs 3 'the kernel changes' check --format json swap.lua

# Blocks in the middle count what the last one forgets.
cat >count.lua <<'LUA'
local a = global("a", int, 64)
local n = 0
grid(64)
function kernel()
  if blockIdx.x > 0 then
    n = n + 1
  end
  if threadIdx.x == 0 then a[blockIdx.x] = n end
  if blockIdx.x == 63 then n = 0 end
end
expect("a[3]", function(r) equal(r.arrays.a[3], 96) end)
LUA
jobs 3 'count.lua:6: the kernel changes "n", which lives outside' report --json count.lua
jobs 3 'count.lua:6: the kernel changes' check count.lua

# as() makes a view on first use: what all blocks make together is limited, not what a worker's do.
{
  echo 'block(32)'
  for i in $(seq 60); do echo "local a$i = global('a$i', int, 64)"; done
  echo 'local all = {'
  for i in $(seq 60); do echo "a$i,"; done
  cat <<'LUA'
}
local types = { char, uchar, short, ushort, int, uint, float, int2, uint2, float2 }
grid(120)
function kernel()
  local x = all[blockIdx.x % 60 + 1]
  for i = 1 + blockIdx.x // 60 * 5, 5 + blockIdx.x // 60 * 5 do local y = as(types[i], x) end
end
LUA
} >views.lua
jobs 4 'more than 512 arrays and views' report views.lua
exit $bad
