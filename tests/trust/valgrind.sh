#!/bin/sh
# memcheck over runs of all verbs, in the processes of scripts as well (row 61): no error, and
# no leak where a process returns from main().
#
#   valgrind.sh WARPLENS UNCAGE SOURCE [all]: without the word, some of them
set -u
warplens=$(realpath "$1") uncage=$(realpath "$2") source=$(realpath "$3") all=${4:-}
command -v valgrind >/dev/null || { echo 'skipped: no valgrind'; exit 77; }
! nm "$warplens" 2>/dev/null | grep -q __asan_ || { echo 'skipped: a sanitizer is in it'; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"
bad=0 count=0
cat >one.lua <<'LUA'
title "One"
local n = param("n", 2, { min = 1, max = 9, help = "elements" })
grid(2)
block(32)
local P = struct("P", {"x", float}, {"y", int})
local a = global("a", float, 1024):fill(function(i) return i end)
local p = global("p", P, 64)
local s = shared("s", float, 32, 32)
local t = texture("t", float, 8, 8)
function kernel()
  s[threadIdx.x % 32][0] = a[threadIdx.x * n] + tex2D(t, threadIdx.x % 8, 1)
  __syncthreads()
  if threadIdx.x % 3 == 0 then p[threadIdx.x % 64].y = 1 else atomicAdd(a, 0, 1) end
  a[threadIdx.x] = s[0][threadIdx.x % 32] + __shfl_xor_sync(0xffffffff, threadIdx.x, 1)
  mark("end")
end
expect("few sectors", function(r) return r.global.sectors < 1000 end)
LUA
echo 'case("sectors", { points = 2, fill = { a = function(i) return i end } },
  function(r) return a[0] == 1 end)' >rubric.lua
echo 'function kernel() local t = nil; t.x = 1 end' >wrong.lua
echo '{"space":"globl"}' >lines
printf '3\nRight\nSpace\nwait 500\n8\ny\nEscape\n:\nF5\nPageDown\n' >keys
while read -r always job; do
  [ "$always" = + ] || [ -n "$all" ] || continue
  count=$((count + 1))
  rm -f log.*
  status=0
  env -i PATH=/usr/bin:/bin HOME="$dir" LC_ALL=C.UTF-8 WARPLENS_DATA="$source" \
    LD_PRELOAD="$uncage" \
    valgrind -q --leak-check=full --show-leak-kinds=definite,indirect --log-file="$dir/log.%p" \
    "$warplens" $job --timeout 60 >out 2>err </dev/null || status=$?
  [ "$status" -le 5 ] || { echo "FAILED: $job: status $status"; cat err; bad=1; }
  # Processes of scripts end at once, and leave their memory to the system.
  for log in log.*; do
    ! grep -qE 'Invalid|uninitialised|Mismatched|overlap|points to' "$log" && continue
    echo "FAILED: $job"; head -n 30 "$log"; bad=1
  done
  main=$(ls log.* | sort -t. -k2n | head -n 1)
  ! grep -q 'definitely lost' "$main" || { echo "FAILED: $job leaks"; head -n 20 "$main"; bad=1; }
done <<'JOBS'
- report one.lua --jobs 1
+ report --json one.lua --jobs 2
- report --array a[0..3] one.lua --jobs 1
- show one.lua --view banks --format svg --jobs 1
+ show one.lua --keys keys --jobs 1
- check one.lua --jobs 1
+ check one.lua --rubric rubric.lua --format junit --jobs 1
- diff one.lua --arch=1.3,2.0,9.0 --jobs 1
- suggest --json one.lua --jobs 1
- report wrong.lua
JOBS
for job in 'batch lines' 'arch --json' 'arch 9.0' list 'help report'; do
  count=$((count + 1))
  env -i LC_ALL=C.UTF-8 WARPLENS_DATA="$source" valgrind -q --leak-check=full --log-file=log.main \
    --show-leak-kinds=definite,indirect "$warplens" $job >out 2>err
  [ ! -s log.main ] || { echo "FAILED: $job"; head -n 20 log.main; bad=1; }
done
echo "$count runs"
exit $bad
