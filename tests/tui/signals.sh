#!/bin/sh
# Whatever ends the program gives the terminal back, and it is that which ends it.
. "$(dirname "$0")/lib.sh"
cat >"$dir/one.lua" <<'LUA'
title "One step"
grid(1)
block(32)
local a = global("a", float, 32)
function kernel() a[threadIdx.x] = 1 end
LUA

open_terminal
before=$(modes)
run_line 'echo before the screen'
for row in TERM=15 HUP=1 QUIT=3 SEGV=11 ABRT=6 BUS=7 FPE=8 USR2=12 PIPE=13 34=34 64=64; do
  signal=${row%=*}
  start_line "$warplens one.lua"
  until_text '1/1'
  kill -"$signal" "$(screen_pid)"
  ends_with $((128 + ${row#*=}))
  ! text | grep -q '1/1' || fail "SIG$signal: the picture is still there"
  case $signal in
  SEGV | ABRT | BUS | FPE) until_text 'which is a bug' ;;
  esac
  [ "$(modes)" = "$before" ] || fail "SIG$signal: the terminal is not as it was"
  run_line 'printf "%s\n" visible'
  until_text '^visible'
done

# A shell takes SIGINT of its child for its own and drops the rest of the line,
# so that the status has to come from a shell in between.
start_line "sh -c '$warplens one.lua; echo \$? >int'"
until_text '1/1'
shell=$($tmux display-message -p '#{pane_pid}')
child() { cut -d' ' -f1,4 /proc/[0-9]*/stat 2>/dev/null | awk -v p="$1" '$2 == p { print $1 }'; }
kill -INT "$(child "$(child "$shell")")"
until_text 'ready>$'
[ "$(modes)" = "$before" ] || fail 'SIGINT: the terminal is not as it was'

# Twice at once is no worse.
start_line "$warplens one.lua"
until_text '1/1'
pid=$(screen_pid)
kill -TERM "$pid"
kill -HUP "$pid" 2>/dev/null || :
ends
[ "$(modes)" = "$before" ] || fail 'two signals: the terminal is not as it was'

# The terminal goes away while SIGHUP is ignored: no process is left behind.
start_line "sh -c 'trap \"\" HUP; exec $warplens one.lua'"
until_text '1/1'
pid=$(screen_pid)
$tmux kill-server
# Nobody may be there to reap it.
gone() { ! grep -q '^State:.[^ZX]' "/proc/$pid/status" 2>/dev/null; }
until_true gone
