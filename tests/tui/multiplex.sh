#!/bin/sh
# Row 44 of the bad inputs: terminals within terminals, left and come back to at another
# size. The program goes on as it was, and its picture is that of its terminal.
. "$(dirname "$0")/lib.sh"
cat >"$dir/four.lua" <<'LUA'
title "Four steps"
grid(1)
block(32)
local a = global("a", float, 8192)
function kernel()
  for i = 0, 3 do a[threadIdx.x + i] = i end
end
LUA

# What a multiplexer inside the terminal of the test needs.
inner="env -u TMUX SHELL=/bin/sh tmux -L warplens-inner-$$ -f /dev/null"
quit_inner() { env -i PATH=/usr/bin:/bin tmux -L "warplens-inner-$$" kill-server 2>/dev/null || :; }
trap 'quit_inner; finish' EXIT

open_terminal
resize 100 30
until_sized 100 30
start_line "$inner new-session '$warplens four.lua'"
until_text '1/4'
keys Right
until_text '2/4'
resize 70 18 # the window, and the one in it, which keeps a row for itself
until_text '^ Four steps .* 2/4'
keys C-b d # left, as a lost connection leaves it
until_text 'detached'
resize 120 42
until_sized 120 42
start_line "$inner attach"
until_text '^ Four steps .* 2/4'
until_text '^ *whole run' # the full layout has it
keys Right
until_text '3/4'
keys q
ends

# Whoever looks on from a smaller terminal makes it smaller for all.
quit_inner
start_line "$inner new-session '$warplens four.lua'"
until_text '1/4'
env -i PATH=/usr/bin:/bin tmux -L "warplens-inner-$$" resize-window -x 42 -y 17
until_text '^ Four steps'
keys Right
until_text '2/4'
keys q
ends
quit_inner

if command -v screen >/dev/null; then
  resize 100 30
  until_sized 100 30
  start_line "SCREENDIR=$dir/screens screen -c /dev/null -S warplens-$$ $warplens four.lua"
  until_text '1/4'
  keys Right
  until_text '2/4'
  keys C-a d
  until_text 'detached'
  resize 80 24
  until_sized 80 24
  start_line "SCREENDIR=$dir/screens screen -c /dev/null -r warplens-$$"
  until_text '^ Four steps .* 2/4'
  keys Right
  until_text '3/4'
  keys q
  ends
fi
