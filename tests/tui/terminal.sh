#!/bin/sh
# Terminals that cannot be used, and those that can do little.
. "$(dirname "$0")/lib.sh"
cat >"$dir/one.lua" <<'LUA'
title "One step"
grid(1)
block(32)
local a = global("a", float, 32)
function kernel() a[threadIdx.x] = 1 end
LUA

open_terminal
for type in '' unknown ../../../etc/passwd "$(printf '%300s' x | tr ' ' x)"; do
  run_line "TERM=$type $warplens one.lua 2>err"
  expect_status 7
  grep -q TERM "$dir/err" || fail "TERM='$type': no advice"
  ! text | grep -q '1/1' || fail "TERM='$type': a picture"
done
run_line "env -u TERM $warplens one.lua 2>err"
expect_status 7

# A description that curses crashes over, brought along by the user: it is refused, or what
# is used of it is enough.
mkdir -p "$dir/terminfo/f"
tail -c +3 "$source/tests/fuzz/regressions/terminal/extended_names" | head -c 1481 \
  >"$dir/terminfo/f/fuzz"
start_line "TERMINFO=$dir/terminfo TERM=fuzz $warplens one.lua 2>err"
over() { [ -s "$dir/status" ] || text | grep -q '1/1'; }
until_true over
[ -s "$dir/status" ] || keys q
ends
[ "$status" = 0 ] || [ "$status" = 7 ] || fail "a broken description: status $status"
# A newer curses does not take it for a description at all.
[ "$status" = 0 ] || grep -qE "terminfo is broken|terminal of type 'fuzz'" "$dir/err" ||
  fail "no word of it: $(cat "$dir/err")"

# One that has curses wait for a day: it is tried where that can be ended.
printf 'slow|never ends,\n\tnpc, sgr0=\\E[m$<90000000/>, use=screen-256color,\n' >"$dir/slow.ti"
if tic -x -o "$dir/terminfo" "$dir/slow.ti" 2>"$dir/tic"; then
  run_line "TERMINFO=$dir/terminfo TERM=slow $warplens one.lua 2>err"
  expect_status 7
  grep -q 'terminfo is broken' "$dir/err" || fail "no word of it: $(cat "$dir/err")"
fi

# No colour, no UTF-8, few colours, garbage in the environment: a picture.
for setting in NO_COLOR=1 LC_ALL=C TERM=vt100 TERM=linux TERM=xterm COLORTERM=truecolor \
  LINES=-3 COLUMNS=999999999; do
  start_line "$setting $warplens one.lua"
  until_text '1/1'
  case $setting in
  NO_COLOR*) ! $tmux capture-pane -pe | grep -qE "$(printf '\033')\[([0-9;]*;)?[34][0-8]" ||
    fail 'colours in spite of NO_COLOR' ;;
  LC_ALL* | TERM=linux) ! text | LC_ALL=C grep -q "$(printf '[\200-\377]')" ||
    fail "not ASCII with $setting" ;;
  esac
  keys q
  ends_with 0
done

# Keys that the terminal's description does not have, as nearly all terminals send them.
start_line "TERM=vt100 $warplens $source/patterns/padding.lua --present"
until_text 'fact 1/1'
keys NPage
until_text 'make a prediction'
keys PPage
until_text 'what this is about'
keys q
ends_with 0

# Output to a pipe or a file is the report, and has no escapes.
run_line "$warplens one.lua >out"
expect_status 0
grep -q global "$dir/out" || fail 'no report in a file'
! grep -q "$(printf '\033')" "$dir/out" || fail 'escape sequences in a file'
run_line "$warplens one.lua | cat >out"
! grep -q "$(printf '\033')" "$dir/out" || fail 'escape sequences in a pipe'

