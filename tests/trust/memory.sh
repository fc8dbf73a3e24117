#!/bin/sh
# Fails every allocation once, in turn, and all from there on, over runs that stand for what
# the program is used for (row 49): a message and a status, no signal, no half output.
#
#   memory.sh WARPLENS_TORTURE SOURCE [MOST [JOB]]
#
# Every allocation that the program itself makes in these jobs, and of the first job every one
# of the processes of its script, too. Of the other jobs' scripts, which run in the same way,
# MOST allocations, spread over all of them; 'all': every one.
set -u
program=$(realpath "$1") source=$(realpath "$2") most=${3:-60} only=${4:-}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"
bad=0 log=

cat >one.lua <<'LUA'
title "One"
local n = param("n", 2, { min = 1, max = 9, help = "elements" })
grid(2)
block(32)
local a = global("a", float, 1024)
local s = shared("s", float, 32, 32)
function kernel()
  s[threadIdx.x][0] = a[threadIdx.x * n]
  __syncthreads()
  a[threadIdx.x] = s[0][threadIdx.x] + __shfl_xor_sync(0xffffffff, threadIdx.x, 1)
  mark("end")
end
expect("few sectors", function(r) return r.global.sectors < 1000 end)
LUA
echo 'case("sectors", { points = 2 }, function(r) return r.global.sectors < 1 end)' >rubric.lua
lanes=0
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31; do
  lanes="$lanes,$((i * 8))"
done
echo "{\"space\":\"shared\",\"op\":\"load\",\"width\":4,\"addresses\":[$lanes]}" >lines
echo '{"space":"globl"}' >>lines
cp "$source/tests/out/counters/details.csv" counted.csv
printf '3\nRight\nSpace\nwait 500\n8\ny\ny\nPageDown\nF5\n' >keys

# NAME ARGUMENTS…
jobs_list() {
  cat <<'JOBS'
report report one.lua --jobs 1
report_json report --json one.lua --jobs 2
counters report one.lua --counters=counted.csv --limit 0 --jobs 1
counters_json report one.lua --counters=counted.csv --json --jobs 1
report_array report --array a[0..3] one.lua --jobs 1
show show one.lua --view banks --line 9 --jobs 1
show_cache show one.lua --view cache --line 8 --jobs 1
show_svg show one.lua --format svg -o out.svg --jobs 1
show_keys show one.lua --keys keys --jobs 1
check check one.lua --jobs 1
rubric check --format json one.lua --rubric rubric.lua --jobs 1
junit check one.lua --format junit --jobs 1
diff diff one.lua --arch=2.0,9.0 --jobs 1
diff_json diff --json one.lua --jobs 1 n=1 -- n=2
sweep sweep one.lua n=1..2 --jobs 1
sweep_csv sweep one.lua n=1..2 --format csv --jobs 1
suggest suggest one.lua --jobs 1
suggest_json suggest --json one.lua --jobs 1
batch batch lines
arch_json arch --json
arch arch 9.0
list list --exercises
wrong report wrong.lua
JOBS
}

run() { # KIND:N: fails the n-th allocation; the status is in $status
  status=0
  env -i PATH=/usr/bin:/bin HOME="$dir" LC_ALL=C.UTF-8 WARPLENS_DATA="$source" \
    ASAN_OPTIONS="allocator_may_return_null=1:exitcode=99" \
    UBSAN_OPTIONS=halt_on_error=1:exitcode=99 \
    ${1:+WL_TORTURE="$1"} ${log:+WL_TORTURE_LOG="$log"} \
    timeout "${long:-300}" "$program" $arguments >out 2>err </dev/null || status=$?
}

complain() {
  echo "FAILED: $name, allocation $n: $*"
  head -n 20 err
  bad=$((bad + 1))
  [ $bad -lt 20 ] || exit 1
}

try() { # KIND:N, with or without +
  n=$1
  rm -f out.svg
  run "$n"
  case $status in
  0 | 1 | 3 | 5) # it did without, or lost no more than the detail of an error
    [ "$status" = "$right" ] || complain "status $status, which is $right"
    # A picture may have the error on it, or its line somewhere else.
    diff -qw out right >diff || grep -q memory out || complain 'another output, and no error' ;;
  4 | 6 | 7)
    grep -qiE 'memory|allocate|written|write|read' err ||
      complain "status $status without a word of memory" ;;
  *) complain "status $status" ;;
  esac
  ! ls | grep -q 'out.svg\.' || { complain 'a temporary file is left'; rm -f out.svg.*; }
}

count() { # KIND: the allocations of a run in $total, its output in right
  log=$dir/calls
  run "$1:0"
  log=
  mv out right
  right=$status
  total=$(($(od -An -td8 calls)))
}

jobs_list >jobs
echo 'x = = 1' >wrong.lua
while read -r name arguments; do
  [ -z "$only" ] || [ "$name" = "$only" ] || continue
  n=0
  count own
  own=$total
  if [ "$own" -ge 20000 ] && [ "$most" = all ]; then
    n=each long=7200
    run each:right
    long=
    [ "$status" = "$right" ] && cmp -s out right || complain "all in turn: status $status"
    echo "$name: all $own, status $right without"
    continue
  fi
  [ "$own" -lt 1000 ] || own=0 # of a table or of many runs, the same places over and over
  for i in $(seq "$own"); do
    try "own:$i"
    try "own:$i+"
  done
  count memory
  step=1
  [ "$most" = all ] || [ "$name" = report ] || step=$(((total + most - 1) / most))
  [ "$own" -lt "$total" ] || step=$total
  for i in $(seq 1 "$step" "$total"); do
    try "memory:$i"
    try "memory:$i+"
  done
  echo "$name: all $own of its own, every ${step}. of $total, status $right without"
done <jobs
exit $((bad > 0))
