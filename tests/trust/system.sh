#!/bin/sh
# Has system calls fail, each of them once, in turn (rows 50, 52), in the program and in the
# processes of scripts: the same output as without, or one message and a status; no signal,
# no hang, no half output. And has the program killed at each of them (row 42): a file is the
# old one, or the new one.
#
#   system.sh WARPLENS INJECT SOURCE [MOST [JOB]]: at most so many calls of a job, spread over
#   all of them, each with the next error; 'all': every call with every error
set -u
program=$(realpath "$1") inject=$(realpath "$2") source=$(realpath "$3") most=${4:-all} only=${5:-}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"
! nm "$program" 2>/dev/null | grep -q __asan_ || { echo 'skipped: a sanitizer is in it'; exit 77; }
"$inject" /bin/true || { echo 'skipped: no tracing here'; exit 77; }
bad=0 tries=0 turn=0
# As numbers: EPERM EINTR EIO EAGAIN ENOMEM ENFILE ENOSPC
errors='1 4 5 11 12 23 28'
printf 'local g = global("g", float, 64)\nfunction kernel() g[threadIdx.x] = 1 end\n' >one.lua
echo 'expect("few", function(r) return r.global.sectors < 100 end)' >>one.lua
echo 'case("few", { points = 2 }, function(r) return r.global.sectors < 100 end)' >rubric.lua
echo 'x = = 1' >wrong.lua
awk 'BEGIN { printf "{\"space\":\"global\",\"op\":\"load\",\"width\":4,\"addresses\":[0"
  for (i = 1; i < 32; i++) printf ",%d", i * 4; print "]}" }' >lines
printf '3\nRight\nwait 300\n' >keys

clean() {
  env -i PATH=/usr/bin:/bin HOME="$dir" LC_ALL=C WARPLENS_DATA="$source" "$@"
}

complain() {
  echo "FAILED: $job:${of:+ in a process of the script:} call $n, $(cat failed), error $error: $*"
  head -n 3 err
  bad=$((bad + 1))
  [ $bad -lt 20 ] || exit 1
}

# Below a failed expectation, or where a title would be, the output has the error itself.
told='^ *X |^  [a-z_0-9]+ +\([A-Z]'
try() { # N ERROR
  n=$1 error=$2 got=0
  tries=$((tries + 1))
  rm -f file
  clean timeout 300 "$inject" $of -l failed -n "$n" -e "$error" "$program" $job >out 2>err \
    </dev/null || got=$?
  case $got in
  "$right") cmp -s out right && { [ ! -e wanted ] || cmp -s file wanted; } ||
    grep -qE "$told" out ||
    complain 'another output, and no error' ;;
  4 | 5 | 6 | 7)
    said=$(grep -c '^warplens: ' err)
    [ "$said" = 1 ] || { [ "$said" = 0 ] && grep -qE "$told" out; } ||
      complain "status $got without a word, or with too many"
    [ ! -e file ] || [ ! -e wanted ] || complain "status $got, and a file" ;;
  *) complain "status $got" ;;
  esac
  [ -z "$(ls | grep '^file\.')" ] || complain 'a temporary file is left'
  rm -f file.*
}

every() {
  total=$(wc -l <calls)
  if [ "$most" = all ]; then
    for k in $(seq "$total"); do
      for e in $errors; do try "$k" "$e"; done
    done
    return
  fi
  step=$(((total + most - 1) / most))
  [ $step -gt 0 ] || step=1
  for k in $(seq $((1 + turn % step)) $step "$total"); do
    turn=$((turn + 1))
    try "$k" "$(echo $errors | cut -d' ' -f$((turn % 7 + 1)))"
  done
}

while read -r name job; do
  [ -z "$only" ] || [ "$name" = "$only" ] || continue
  rm -f file wanted
  right=0 of=
  clean "$program" $job >right 2>err </dev/null || right=$?
  [ ! -e file ] || mv file wanted
  for of in '' -c; do
    clean "$inject" $of -l calls "$program" $job >out 2>err </dev/null
    rm -f file
    every
  done
done <<'JOBS'
report report one.lua --jobs 1
json report --json one.lua --jobs 1 -o file
array report --array g[0..3] one.lua --jobs 1
check check one.lua --format junit --jobs 1
rubric check one.lua --rubric rubric.lua --jobs 1
wrong report wrong.lua
batch batch lines
show show one.lua --keys keys --jobs 1
html show one.lua --format html --jobs 1 -o file
diff diff one.lua --arch=2.0,9.0 --jobs 1
list list
JOBS

job='report --json one.lua --jobs 1 -o file' kills=0
if [ -z "$only" ] || [ "$only" = killed ]; then
  of='' n=none error=none
  clean "$inject" -l calls "$program" $job >out 2>err </dev/null
  mv file wanted
  total=$(wc -l <calls)
  [ "$most" = all ] && step=1 || step=$(((total + most - 1) / most))
  for n in $(seq 1 $step "$total") "$total"; do # the new file is there at the last
    echo old >file
    got=0 kills=$((kills + 1))
    clean "$inject" -k -l failed -n "$n" "$program" $job >out 2>err </dev/null || got=$?
    if [ "$got" = 0 ] && [ ! -s failed ]; then # it came with fewer calls this time
      cmp -s file wanted || complain 'killed: not at all, and no file'
    elif [ "$got" != 137 ]; then
      complain "killed: status $got"
    fi
    [ "$(cat file)" = old ] || cmp -s file wanted || complain 'killed: neither file'
    [ "$(cat file)" = old ] || new=yes
    rm -f file.*
  done
  [ "${new-}" ] || complain 'killed: never the new file'
fi
echo "$tries calls failed, $kills times killed"
exit $((bad > 0))
