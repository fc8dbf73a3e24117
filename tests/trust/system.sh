#!/bin/sh
# Has system calls fail, each of them once, in turn (rows 50, 52): the same output as
# without, or a message and a status; no signal, no hang, no half output.
#
#   system.sh WARPLENS SOURCE [MOST]: at most so many calls of each kind in a job
set -u
program=$(realpath "$1") source=$(realpath "$2") most=${3:-6}
command -v strace >/dev/null || { echo 'skipped: no strace'; exit 77; }
strace -o /dev/null true 2>/dev/null || { echo 'skipped: no tracing here'; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"
bad=0 tries=0
printf 'local g = global("g", float, 64)\nfunction kernel() g[threadIdx.x] = 1 end\n' >one.lua
echo 'expect("few", function(r) return r.global.sectors < 100 end)' >>one.lua
awk 'BEGIN { printf "{\"space\":\"global\",\"op\":\"load\",\"width\":4,\"addresses\":[0"
  for (i = 1; i < 32; i++) printf ",%d", i * 4; print "]}" }' >lines
printf '3\nRight\nwait 300\n' >keys

clean() {
  env -i PATH=/usr/bin:/bin HOME="$dir" LC_ALL=C WARPLENS_DATA="$source" "$@"
}

complain() {
  echo "FAILED: $job: $call $error, call $n: $*"
  head -n 3 err
  bad=$((bad + 1))
  [ $bad -lt 20 ] || exit 1
}

# Calls of the loader come first: what it says is its own.
try() { # N
  n=$1 got=0
  tries=$((tries + 1))
  rm -f file
  clean timeout 20 strace -o "$dir/trace" -e signal=none -e trace="$call" \
    -e inject="$call:error=$error:when=$n" "$program" $job >out 2>err </dev/null || got=$?
  case $got in
  127) ! grep -q '^warplens: ' err || complain 'status 127' ;;
  "$right") cmp -s out right && { [ ! -e wanted ] || cmp -s file wanted; } || grep -q '^ *x ' out ||
    complain 'another output, and no error' ;;
  4 | 5 | 6 | 7 | 70) grep -q '^warplens: ' err || complain "status $got without a word" ;;
  *) complain "status $got" ;;
  esac
  [ ! -e file ] || [ -z "$(ls | grep '^file\.')" ] || complain 'a temporary file is left'
  rm -f file.*
}

while read -r job; do
  case $job in \#*) continue ;; esac
  rm -f file wanted
  right=0
  clean strace -c -U calls,name -o counts "$program" $job >right 2>err </dev/null || right=$?
  [ ! -e file ] || mv file wanted
  while read -r call errors; do
    total=$(awk -v c="$call" '$2 == c { print $1 }' counts)
    for error in $errors; do
      # The last ones are ours, the first those of the loader.
      first=$((${total:-0} - most + 1))
      [ $first -ge 1 ] || first=1
      for i in $(seq $first "${total:-0}"); do try "$i"; done
    done
  done <<'CALLS'
read EINTR EIO EAGAIN
write EINTR EIO ENOSPC
openat EMFILE EACCES
close EIO
clone EAGAIN ENOMEM
pipe2 EMFILE ENFILE
mmap ENOMEM
poll EINTR ENOMEM
wait4 EINTR ECHILD
waitid EINTR ECHILD
newfstatat EIO
fcntl EMFILE
setpgid EPERM
rt_sigaction EINVAL
kill EPERM
fsync EIO
rename EACCES
fchmod EPERM
munmap ENOMEM
socket EMFILE
CALLS
done <<'JOBS'
report one.lua --jobs 1
report --json one.lua --jobs 1 -o file
check one.lua --format tap --jobs 1
batch lines
show one.lua --keys keys --jobs 1
JOBS
echo "$tries calls failed"
exit $((bad > 0))
