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
"$warplens" suggest padded.lua | grep -q 'Nothing to suggest: no layout' || fail 'padded, there is more'
"$warplens" suggest -e 'g[tid]' | grep -q 'does nothing in shared memory' || fail 'no shared memory'
"$warplens" suggest -e 's[tid * 32]' --json | grep -q '"write":"s\[i ~ (i // 32 & 31)\]"' ||
  fail 'one dimension'
if "$warplens" suggest -e 's[tid' --json >error; then fail 'a script that is wrong'; fi
grep -q '"error"' error || fail 'no error object'

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
