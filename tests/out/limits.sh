#!/bin/sh
# What a generation cannot do: an error that names the limit and who says so, from every
# verb. usage: limits.sh WARPLENS SOURCE
set -eu
warplens=$(realpath "$1")
WARPLENS_DATA=$2
LC_ALL=C.UTF-8
export WARPLENS_DATA LC_ALL
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
bad=0

expect() { # STATUS PATTERN ARGUMENTS...
  status=$1 pattern=$2
  shift 2
  got=0
  text=$("$warplens" "$@" 2>&1) || got=$?
  text=$(printf '%s' "$text" | tr -s ' \n' ' ')
  if [ "$got" != "$status" ] || ! printf '%s\n' "$text" | grep -qe "$pattern"; then
    printf 'warplens %s: exit status %s, not %s, or no "%s":\n%s\n' "$*" "$got" "$status" \
      "$pattern" "$text"
    bad=1
  fi
}

cat >room.lua <<'LUA'
local n = param("n", 1024, { min = 1, max = 60000 })
block(256)
local a = global("a", float, 4096)
local s = shared("s", float, n)
function kernel()
  s[threadIdx.x] = a[threadIdx.x]
end
expect("a load", function(r) return r.global.load.requests > 0 end)
LUA

# Shared memory: on cc 1.x some bytes are the system's.
system='16384 bytes on cc 1.3 (CUDA Programming Guide .*), and the system takes 16 of them (the occ'
for verb in report check show suggest; do
  expect 3 "$system" $verb room.lua n=4093 --arch=1.3
  expect 0 '' $verb room.lua n=4092 --arch=1.3
done
expect 0 ' 4091 .* 4092 [^(]* 4093 shared(): "s" does not fit: .* takes 16 of them (' \
  sweep room.lua n=4091..4093 --arch=1.3
expect 0 '16372 bytes of shared memory in a block; cc 1.3 has at most 16384 (.* takes 16 of them' \
  diff room.lua n=4093 --arch=1.3,2.0
expect 3 'has 232448 bytes on cc 9.0 (CUDA' report room.lua n=59000

# Registers: of a thread, and of all threads of a block.
block='take 131072; cc 9.0 has at most 65536 for a block (CUDA Programming Guide .*) .*block(256)'
for verb in report show suggest; do
  expect 3 "1024 threads of 128 registers $block .* up to 64 registers a thread fit" \
    $verb room.lua block=1024 --registers=128
  expect 0 '' $verb room.lua block=1024 --registers=64
  expect 2 'cc 9.0 has at most 255 a thread (CUDA' $verb room.lua --registers=256
done
expect 0 ' 384 .* 512 [^(]* 640 640 threads of 100 registers take 66560; cc 9.0 has at most 65536' \
  sweep room.lua block=384..640:128 --registers=100 --figure=occupancy.blocks
expect 0 'threads of 50 registers take 25600; cc 1.3 has at most 16384 for a block (' \
  diff room.lua block=512 --registers=50 --arch=1.3,9.0
# What is assumed keeps nothing from being launched.
expect 0 ' 1 block of 16 warps: .* 16 registers each (assumed' report room.lua block=512 --arch=1.0
expect 0 '"occupancy.blocks":1' sweep --json room.lua block=512..512 --arch=1.0 --figure=occupancy.blocks
exit $bad
