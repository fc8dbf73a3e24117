#!/bin/sh
# What is suggested, written into the script as it says, costs what it says.
set -eu
warplens=$(realpath "$1")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export WARPLENS_DATA="$2" LC_ALL=C.UTF-8

fail() {
  echo "FAILED: $*"
  exit 1
}

cat >script.lua <<'LUA'
block(32, 8)
local tile = shared("tile", float, 32, 32)
function kernel()
  for j = 0, 31, 8 do
    local y, x = threadIdx.y + j, threadIdx.x
    tile[y][x] = 1
  end
  __syncthreads()
  for j = 0, 31, 8 do
    local y, x = threadIdx.x, threadIdx.y + j
    local v = tile[y][x]
  end
end
LUA
"$warplens" suggest script.lua >found
count() { # SCRIPT: wavefronts of all that it does in shared memory
  "$warplens" report "$1" --limit=0 | tr -d , |
    awk '/^Totals/ { on = 1 } on && $1 == "wavefronts" { print $2 + $3 }'
}
promised() { sed -n "s/^  $1 *\\([0-9,]*\\) .*/\\1/p" found | tr -d ,; }
is() { [ "$1" = "$2" ] || fail "$3: $1, not $2"; }
is "$(count script.lua)" "$(promised 'as it is')" 'as it is'
sed 's/tile\[y\]\[x\]/tile[y][x ~ (y \& 31)]/' script.lua >swizzled.lua
is "$(count swizzled.lua)" "$(promised 'tile\[y\]\[x ~ (y & 31)\]')" swizzled
sed 's/float, 32, 32/float, 32, 33/' script.lua >padded.lua
is "$(count padded.lua)" "$(promised 'shared("tile", float, 32, 33)')" padded
"$warplens" suggest padded.lua | grep -q 'Nothing to suggest: no layout' ||
  fail 'padded, there is more'
"$warplens" suggest -e 'g[tid]' | grep -q 'does nothing in shared memory' || fail 'no shared memory'
"$warplens" suggest -e 's[tid * 32]' --json | grep -q '"write":"s\[i ~ (i // 32 & 31)\]"' ||
  fail 'one dimension'
if "$warplens" suggest -e 's[tid' --json >error; then fail 'a script that is wrong'; fi
grep -q '"error"' error || fail 'no error object'

# Settings: what they move is what a report says, with the same values; others are not listed.
cat >settings.lua <<'LUA'
local n = param("n", 64, { values = { 64, 128 } })
local twice = param("twice", 1, { min = 0, max = 1 })
block(8, 8)
grid(n // blockDim.x, n // blockDim.y)
local a = global("a", float, n, n):fill(function(y, x) return x + 7 * y end)
local b = global("b", float, n, n)
function kernel()
  local x, y = blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y
  local s = a[y][x]
  if x > 0 then s = s + a[y][x - 1] end
  if twice > 0 and y > 0 then s = s + a[y - 1][x] - a[y - 1][x] end
  b[y][x] = s
end
LUA
"$warplens" suggest settings.lua >found
moves() { # SETTING: bytes from DRAM, sectors from L2 and through L1
  "$warplens" report settings.lua "$1" --json | python3 -c '
import json, sys
c = json.load(sys.stdin)["caches"]
print(c["dram"]["read_bytes"], c["l2"]["reads"], c["l1"]["hits"] + c["l1"]["misses"])'
}
listed() { awk -v s="$1" '$1 == s { r = $2 " " $3 " " $4; gsub(",", "", r); print r }' found; }
for setting in block=64 block=32,2 block=16,4 twice=0; do
  is "$(listed "$setting")" "$(moves "$setting")" "$setting"
done
grep -q 'n=128' found && fail 'other values are the same'
now=$(sed -n 's/^  as it is *//p' found | tail -n 1 | tr -d , | tr -s ' ')
is "$now" "$(moves n=64)" 'as it is'
"$warplens" suggest settings.lua block=64 twice=0 | grep -q 'that were tried, none does' ||
  fail 'the best is not the best'
sed '/b\[y\]\[x\] = s/d' settings.lua >silent.lua
"$warplens" suggest silent.lua | grep -q 'the kernel stores nothing in global memory' ||
  fail 'nothing to compare by'

# Structs have a name, and a size and an alignment of their own.
cat >structs.lua <<'LUA'
local P = struct("P", {"x", float}, {"y", float}, {"z", float})
local a = shared("a", P, 32, 32)
local b = shared("b", float, 32, 32)
function kernel()
  a[threadIdx.x][0].y = 1
  b[threadIdx.x][0] = 2
end
LUA
"$warplens" suggest structs.lua >found
grep -q 'shared("a", P, 32, 33)' found || fail 'no padding of structs'
grep -q ' together$' found || fail 'not both together'

# Copies into shared memory, as they are written and as they are read.
cat >copies.lua <<'LUA'
block(32)
local g = global("g", float, 32, 32)
local t = shared("t", float, 32, 32)
local o = global("o", float, 32)
function kernel()
  for y = 0, 31 do __pipeline_memcpy_async(t[threadIdx.x], y, g[y], threadIdx.x, 4) end
  __pipeline_commit()
  __pipeline_wait_prior(0)
  __syncthreads()
  local sum = 0
  for x = 0, 31 do sum = sum + t[threadIdx.x][x] end
  o[threadIdx.x] = sum
end
LUA
command -v jq >/dev/null || {
  echo 'skipped: no jq'
  exit 77
}
in_shared() { # SCRIPT [name=value]: wavefronts of all that uses shared memory
  "$warplens" report "$@" --limit=0 --json |
    jq '([.totals.shared[].wavefronts // 0] | add) + (.totals.global["cp.async"].wavefronts // 0)'
}
"$warplens" suggest copies.lua >found
is "$(in_shared copies.lua)" "$(promised 'as it is')" 'copies as they are'
sed 's/"t", float, 32, 32/"t", float, 32, 33/' copies.lua >padded.lua
is "$(in_shared padded.lua)" "$(promised 'shared("t", float, 32, 33)')" 'copies, padded'
sed 's/threadIdx.x\], y,/threadIdx.x], y ~ (threadIdx.x \& 31),/
  s/\[threadIdx.x\]\[x\]/[threadIdx.x][x ~ (threadIdx.x \& 31)]/' copies.lua >swizzled.lua
is "$(in_shared swizzled.lua)" "$(promised 't\[y\]\[x ~ (y & 31)\]')" 'copies, swizzled'

# Matrices: what is suggested for the bundled script is what it does with swizzle=yes.
"$warplens" suggest ldmatrix_swizzle >found
is "$(in_shared ldmatrix_swizzle)" "$(promised 'as it is')" 'matrices as they are'
is "$(in_shared ldmatrix_swizzle swizzle=yes)" \
  "$(promised 'tile\[y\]\[x ~ ((y & 7) << 3)\]')" 'matrices, swizzled'

# Global memory: columns, structs, and structs by hand, each written as it says.
cat >columns.lua <<'LUA'
block(256) grid(4)
local P = struct("P", {"x", float}, {"y", float}, {"z", float})
local p = global("p", P, 1024)
local m = global("m", float, 1024, 64)
local q = global("q", float, 3 * 1024)
local o = global("o", float, 1024)
function kernel()
  local i = blockIdx.x * 256 + threadIdx.x
  local s = m[i][0] + m[i][1] + p[i].x + p[i].z
  o[i] = s + q[i * 3 + 1]
end
LUA
sectors() { "$warplens" report "$1" --limit=0 | tr -d , |
  awk '$1 == "sectors" { print $2 + $3; exit }'; }
"$warplens" suggest columns.lua >found
now=$(sed -n 's/^Global memory: \([0-9,]*\) sectors.*/\1/p' found | tr -d ,)
is "$(sectors columns.lua)" "$now" 'global memory as it is'
saved() { # LABEL: how many sectors it saves
  awk -v l="$1" 'index($0, "  " l) == 1 { gsub(",", ""); print $(NF - 1) - $NF }' found
}
sed 's/float, 1024, 64/float, 64, 1024/; s/m\[i\]\[\(.\)\]/m[\1][i]/g' columns.lua >turned.lua
is $((now - $(sectors turned.lua))) "$(saved 'm[x][y]')" turned
sed 's/local p = .*/local p_x, p_z = global("p_x", float, 1024), global("p_z", float, 1024)/
  s/p\[i\]\.\(.\)/p_\1[i]/g' columns.lua >split.lua
is $((now - $(sectors split.lua))) "$(saved 'p_x[i], p_y[i], p_z[i]')" split
sed 's/q\[i \* 3 + 1\]/q[1 * 1024 + i]/' columns.lua >dealt.lua
is $((now - $(sectors dealt.lua))) "$(saved 'q[i % 3 * 1024 + i // 3]')" dealt
"$warplens" suggest turned.lua | grep -q 'm\[' && fail 'turned, and it is to be turned back'
"$warplens" suggest -e 'g[tid]' | grep -q 'no other layout of an array moves fewer' ||
  fail 'side by side, and there is something to suggest'
