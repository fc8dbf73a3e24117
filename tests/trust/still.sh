#!/bin/sh
# A screen that is left alone costs nothing, for a day (row 54) as well; thousands of reloads
# leave memory as it was; a storm of resizing ends in the picture of the last size (row 38);
# and without notices of changes files are looked at (row 52).
#
#   still.sh WARPLENS SOURCE [SIGNALS [RELOADS]]: signals to a screen, which may come faster
#   than it reloads, and reloads that are counted by what they show
. "$(dirname "$0")/../tui/lib.sh"
export MALLOC_MMAP_THRESHOLD_=65536 # tables go back to the system as soon as they are freed
signals=${3:-150} reloads=${4:-2000}
sanitized() { nm "$warplens" 2>/dev/null | grep -q __asan_; }
script() {
  printf 'title "%s"\nlocal a = global("a", float, 4096)\ngrid(8)\nblock(128)\n' "$1"
  printf 'function kernel() for i = 0, 3 do a[(threadIdx.x + i) %% 4096] = i end end\n'
}
script First >"$dir/one.lua"
switches() { sed -n 's/^voluntary_ctxt_switches:[^0-9]*//p' "/proc/$1/status"; }
written() { sed -n 's/^wchar: //p' "/proc/$1/io" 2>/dev/null || echo 0; }
memory() { sed -n 's/^VmRSS:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$1/status"; }

open_terminal
# idle PID SECONDS: for so long nothing runs, and nothing is written, once what had to be drawn is.
idle() {
  tries=0
  while :; do
    before="$(switches "$1") $(written "$1")"
    sleep "$2"
    [ "$(switches "$1") $(written "$1")" != "$before" ] || return 0
    tries=$((tries + 1))
    [ $tries -lt 20 ] || fail "wakes up or writes: $before to $(switches "$1") $(written "$1")"
  done
}
start_line "$warplens one.lua"
until_text 'First.*1/'
pid=$(screen_pid)
idle "$pid" 2

# Memory once it has found its size, and at the end: of reloads, those that come before the last
# is over are one.
has_read() { [ "$(sed -n 's/^rchar: //p' "/proc/$pid/io")" != "$read" ]; }
reload() {
  n=0
  while [ $n -lt "$1" ]; do
    read=$(sed -n 's/^rchar: //p' "/proc/$pid/io")
    kill -USR1 "$pid"
    [ $((n % 10)) != 0 ] || { until_true has_read && until_true childless "$pid"; }
    sleep 0.03
    n=$((n + 1))
  done
  until_true childless "$pid"
}
reload 50
first=$(memory "$pid")
reload "$signals"
last=$(memory "$pid")
grown() { [ $((last - first)) -ge 512 ]; }
if ! sanitized && grown; then # a busy machine lets runs pile up, once; what leaks goes on growing
  first=$last
  reload "$signals"
  last=$(memory "$pid")
  ! grown || fail "$signals signals, twice: $first to $last KiB"
fi
script Second >"$dir/new.lua" && mv "$dir/new.lua" "$dir/one.lua"
until_text 'Second.*1/'

# The storm.
n=0
while [ $n -lt 100 ]; do
  resize $((60 + n % 60)) $((16 + n % 20))
  n=$((n + 1))
done
resize 100 30
right_size() { [ "$(text | wc -l)" = 30 ] && text | tail -n 1 | grep -q "q quit *$"; }
until_true right_size
until_text 'Second'
resize 80 24
until_text 'Second.*1/'
keys q
ends_with 0

# Reloads, each awaited; now and then of a script that has changed.
mkfifo "$dir/in" "$dir/out"
kept() { # NUMBER: which is said of its line
  printf 'local a = global("a", float, 64)\nfunction kernel() a[threadIdx.x] = %s end\n' "$1"
}
kept 0 >"$dir/kept.lua"
"$warplens" --plain "$dir/kept.lua" --jobs 1 <"$dir/in" >"$dir/out" 2>"$dir/said" &
plain=$!
exec 7>"$dir/in" 8<"$dir/out"
await() { # WORDS: reads on until a line has them
  while read -r line <&8; do
    case $line in *"$1"*) return ;; esac
  done
  fail "no '$1': $(cat "$dir/said")"
}
await efficiency
# Memory wanders while tables come and go; what leaks raises the least of it. The first quarter is
# there to find its size.
n=0 early=999999999 late=999999999
while [ $n -lt "$reloads" ]; do
  n=$((n + 1))
  if [ $((n % 100)) = 0 ]; then
    kept $n >"$dir/new.lua" && mv "$dir/new.lua" "$dir/kept.lua"
    echo rerun >&7
    await "= $n end"
  else
    echo rerun >&7
  fi
  await efficiency
  [ $((n % 50)) = 0 ] || continue
  now=$(memory $plain)
  if [ $n -gt $((reloads / 2)) ]; then
    [ "$now" -ge $late ] || late=$now
  elif [ $n -gt $((reloads / 4)) ]; then
    [ "$now" -ge $early ] || early=$now
  fi
done
exec 7>&- 8<&-
wait $plain
sanitized || [ $((late - early)) -lt 512 ] || fail "$reloads reloads: $early to $late KiB"

# A day goes by in three seconds. The script may take all of it.
if command -v faketime >/dev/null; then
  start_line "ASAN_OPTIONS=verify_asan_link_order=0 faketime -f '+0 x28800' $warplens one.lua \
    --timeout 86400"
  until_text 'Second.*1/'
  pid=$(screen_pid) # faketime may be what waits for it
  grep -q '^warplens' "/proc/$pid/comm" || pid=$(cut -d' ' -f1 "/proc/$pid/task/$pid/children")
  grep -q '^warplens' "/proc/$pid/comm" || fail 'the process is not found'
  idle "$pid" 3
  keys 3
  until_text 'bank'
  keys q
  ends_with 0
fi

# No inotify: told once, and changes are seen all the same.
if command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null && ! sanitized; then
  none='-e trace=inotify_init1 -e inject=inotify_init1:error=EMFILE'
  start_line "strace -f -o trace $none $warplens one.lua"
  until_text 'Second.*1/'
  script Third >"$dir/new.lua" && mv "$dir/new.lua" "$dir/one.lua"
  until_text 'Third.*1/'
  keys q
  ends_with 0
fi
echo "$signals signals, $first to $last KiB; $reloads reloads, $early to $late KiB"
