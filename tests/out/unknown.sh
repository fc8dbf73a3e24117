#!/bin/sh
# What nobody knows is said to be unknown, whoever is asked, and never a number.
# usage: unknown.sh WARPLENS
set -eu
warplens=$(realpath "$1")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export LC_ALL=C.UTF-8

fail() {
  echo "FAILED: $*"
  exit 1
}

# has PATTERN COMMAND...: some line of what the command writes matches.
has() {
  pattern=$1
  shift
  "$warplens" "$@" >out 2>&1 || true
  grep -Eq -- "$pattern" out || { cat out; fail "no '$pattern' from: $*"; }
}

# lacks PATTERN COMMAND...: none does.
lacks() {
  pattern=$1
  shift
  "$warplens" "$@" >out 2>&1 || true
  if grep -Eq -- "$pattern" out; then cat out; fail "'$pattern' from: $*"; fi
}

cat >wide.lua <<'LUA'
block(32)
local step = param("step", 1)
local tile = shared("tile", float4, 64)
function kernel() tile[threadIdx.x * step] = float4(0, 0, 0, 0) end
expect("passes", function(r) return r.shared.wavefronts == 4 end)
LUA
cat >turns.lua <<'LUA'
block(32)
local sums = global("sums", int, 32)
function kernel() atomicAdd(sums, threadIdx.x // 2, 1) end
expect("nothing is wasted", function(r) return r.global.excess_sectors == 0 end)
LUA

# 16 bytes a lane of shared memory on cc 2.x: ways, but no passes.
for cc in 2.0 2.1; do
  has '^ +shared store +wavefronts +1 +\? +\? +\?' report wide.lua --arch $cc
  has '^  bytes moved +\?' report wide.lua --arch $cc
  has '^  ways +2' report wide.lua --arch $cc
  lacks '"store":\{[^}]*(wavefronts|bytes_moved)":[^0]' report wide.lua --arch $cc --json
  has 'passes +\?.*efficiency +\?' show wide.lua --arch $cc
  has 'why +passes \? +\[unknown\]' show wide.lua --arch $cc --why wavefronts
  has 'why +excess \? +\[unknown\]' show wide.lua --arch $cc --why excess
  has 'why +ways 2 +\[vendor\]' show wide.lua --arch $cc --why ways
  has 'passes not known' show wide.lua --arch $cc --format plain
  has 'shared store +wavefronts +\? +2' diff wide.lua --arch $cc,3.5
  has '► 1 +\?' sweep wide.lua step=0..1 --arch $cc --figure shared.wavefronts
  has 'there is no measurement of wavefronts' check wide.lua --arch $cc
  has 'line 4: how many passes' suggest wide.lua --arch $cc
done
has '^ +shared store +wavefronts +1 +4 +4 +0' report wide.lua --arch 9.0

# Lanes that change one address before cc 5.0: segments, but no turns.
for cc in 2.0 3.5; do
  has '^ +global reduce +sectors +1 +2 +2 +\? +\?' report turns.lua --arch $cc
  has '^  efficiency +\?' report turns.lua --arch $cc
  has 'excess +\?' show turns.lua --arch $cc
  has 'wavefronts \?|passes \?' show turns.lua --arch $cc --why wavefronts
  has 'why +efficiency \? +\[unknown\]' show turns.lua --arch $cc --why efficiency
  has 'there is no measurement of excess_sectors' check turns.lua --arch $cc
done
has 'passes +\?' show turns.lua --arch 3.5
# From then on to cc 9.0, nobody knows how often a sector is moved for them; of words that no two
# lanes share, it is known.
cat >apart.lua <<'LUA'
block(32)
local sums = global("sums", int, 64)
function kernel() atomicAdd(sums, threadIdx.x * 2, 1) end
LUA
cat >one.lua <<'LUA'
block(1024) grid(4)
local g = global("g", int, 1)
function kernel() local old = atomicAdd(g, 0, 1) end
LUA
for cc in 5.2 6.1 7.0 7.5 8.0 8.9; do
  has '^ +global reduce +sectors +1 +\? +\? +\?' report turns.lua --arch $cc
  has '^  sectors +\?' report one.lua --arch $cc
  has '^  bytes moved +\?' report one.lua --arch $cc
  lacks '"atomic":\{[^}]*"(sectors|lines|wavefronts|bytes_moved)":[1-9]' \
    report one.lua --arch $cc --json
  has 'one address in turns; how many turns is not known' show one.lua --arch $cc
  has 'was seen to|V100, cc 7.0' show one.lua --arch $cc --why sectors --size 120x40
  has '^ +global reduce +sectors +1 +8 +4 +4' report apart.lua --arch $cc
  has 'there is no measurement of excess_sectors' check turns.lua --arch $cc
done
has '^  sectors +4,096' report one.lua --arch 9.0
has '^ +global atomic +sectors +128 +4,096 +128 +3,968' report one.lua --arch 9.0
has 'atomics of lanes on one address +unknown' arch 7.0
has 'atomics of lanes on one address +by tag wavefronts' arch 9.0
has '^ +global reduce +sectors +1 +4 +2 +2' report turns.lua --arch 9.0

# batch leaves out what is not known.
lanes=$(seq -s, 0 16 496)
echo "{\"space\":\"shared\",\"op\":\"load\",\"width\":16,\"addresses\":[$lanes]}" >wide.json
[ "$("$warplens" batch --arch 2.0 <wide.json)" = '{"requests":1,"ways":2,"bytes_asked":512}' ] ||
  fail 'batch of 16 bytes on cc 2.0'

# What a lane gets from one that takes no part is no value, wherever it is told.
cat >away.lua <<'LUA'
grid(1) block(32)
local a = global("a", float4, 32)
local row = texture("row", float, 64)
function kernel()
  local i, v = threadIdx.x, 0
  v = a[i].y + tex1Dfetch(row, i + 5)
  if i < 16 then v = __shfl_sync(0xffff, i, i + 8) end
end
LUA
cat >one_away.lua <<'LUA'
local by = param("by", 1)
function kernel()
  if threadIdx.x < 16 then local v = __shfl_down_sync(0xffff, threadIdx.x, by) end
end
LUA
has 'What lane 15 gets is undefined: the lane that it reads takes no part\.' report one_away.lua
has 'What lanes 8 to 15 get is undefined: the lanes that they read take no part\.' \
  report one_away.lua by=8
for view in lanes shuffle; do
  has 'lane 9 +sends 9, what it gets is undefined: lane 17 is not active' \
    show away.lua --step=2 --lane=9 --view=$view
  has 'Lane 9: sends 9, what it gets is undefined: lane 17 is not' \
    show away.lua --step=2 --lane=9 --view=$view --format=plain
  lacks 'from lane 17' show away.lua --step=2 --lane=9 --view=$view --format=plain
done
has ' 1     9 +9 +9 +\? ' show away.lua --step=2 --view=lanes --size=80x24
has 'lane 9 sends 9, gets undefined: lane 17 is inactive' \
  show away.lua --step=2 --lane=9 --view=shuffle --size=60x16

# What is named is named in full: the member of a vector, a texel of one row by one number.
has 'lane 9 +a\[9\]\.y = ' show away.lua --lane=9
has 'lane 9 +row\(14\) = ' show away.lua --step=1 --lane=9
