#!/bin/sh
# Notes on a second terminal follow the first, whichever begins, and whoever dies.
. "$(dirname "$0")/lib.sh"
cd "$dir"
cat >talk.lua <<'LUA'
title "A talk"
lesson{ topic = "Talks", order = 1, level = 1, minutes = 3, flip = "k=3" }
local k = param("k", 2)
block(32)
local a, b = global("a", float, 4096), global("b", float, 32)
function kernel()
  ::first::
  a[threadIdx.x * k] = 1
  ::second::
  b[threadIdx.x] = 2
end
at("first", { title = "first", notes = "say hello, and ask who has seen a sector" })
at("second", { title = "second", ask = { figure = "sectors", because = "128 bytes" } })
LUA
cp talk.lua other.lua
mkdir run && chmod 700 run
runtime="XDG_RUNTIME_DIR=$dir/run"
open_terminal
$tmux set-option -g window-size latest # tmux 3.3 dies of a new window otherwise
$tmux new-window -d -n talk "cd $dir && exec env -i PATH=/usr/bin:/bin HOME=$dir \
  LC_ALL=C.UTF-8 TERM=screen-256color WARPLENS_DATA=$source PS1='ready> ' ENV= sh -i"
talk() { $tmux send-keys -t :talk "$@"; }
talk_line() { # a command line, for talk_ends() to wait for
  rm -f talked
  talk -l "$1; echo >talked"
  talk C-j
}
talk_ends() { until_true test -e talked; }
talk_pid() {
  shell=$($tmux display-message -p -t :talk '#{pane_pid}')
  cut -d' ' -f1,4 /proc/[0-9]*/stat 2>/dev/null | awk -v p="$shell" '$2 == p { print $1; exit }'
}

# The notes wait, and find the presentation.
start_line "$runtime $warplens talk.lua --notes"
until_text 'Nobody presents talk.lua'
talk_line "$runtime $warplens ./talk.lua --present"
until_text 'say hello, and ask who has seen a sector'
until_text 'next .*the next stop'
until_text 'then .*a\[threadIdx.x \* k\] = 1'
until_text '0:(0[1-9]:[0-9]|00:(0[1-9]|[1-5]))'
until_text 'A talk, 3 min'
until_text 'try .*k=3'
[ "$(stat -c %a run/warplens)" = 700 ] || fail 'others can enter the directory'
talk PageDown
until_text 'now .*what the code does'
until_text 'next .*where the lanes go'
until_text 'then .*second'
talk b
until_text 'blank '
talk b
until_true sh -c "! $tmux capture-pane -p | grep -q 'blank '"
talk PageDown PageDown PageDown PageDown PageDown
until_text 'the script has none here'
talk PageDown # the lecturer knows the answer before the class does
until_text 'answer .*4: 128 bytes'

# A script that is wrong covers the slide: that, and what a clicker does then, stands here.
echo 'foo(' >>talk.lua
until_text 'error .*line 15: '
until_text 'next .*the slide again'
talk PageDown
until_gone 'error '
cp other.lua talk.lua

# Another screen with the same script does not interfere; one with another script has
# notes of its own.
(
  export XDG_RUNTIME_DIR="$dir/run"
  printf 'wait 400\nq\n' >quit
  $tmux new-window -d "$runtime WARPLENS_DATA=$source $warplens talk.lua --present --keys quit"
  $tmux new-window -d "$runtime WARPLENS_DATA=$source $warplens other.lua --present --keys quit"
)
until_true sh -c "[ \$($tmux list-windows | wc -l) = 2 ]" # they have come and gone
talk PageUp PageUp
until_text 'now .*why'
[ "$(find run/warplens -type s | wc -l)" = 1 ] || fail 'sockets are left'
talk PageDown PageDown PageDown # and why it is so while the class looks at it
until_text 'now .*the answer'
until_text 'answer .*4: 128 bytes'

# It ends: the notes wait for the next. It is killed: the same.
talk q
until_text 'Nobody presents'
talk_ends
[ "$(find run/warplens -type s | wc -l)" = 0 ] || fail 'the socket is left'
talk_line "$runtime $warplens talk.lua --present"
until_text 'say hello'
kill -9 "$(talk_pid)"
until_text 'Nobody presents'
talk_ends
talk_line reset
talk_ends
until_true sh -c "! $tmux capture-pane -p -t :talk | grep -q 'A talk'"
talk_line "$runtime $warplens talk.lua"
until_true sh -c "$tmux capture-pane -p -t :talk | grep -q 'A talk'"
talk F5
until_text 'say hello'
keys q
ends_with 0
talk Right q # the presentation goes on without a reader
talk_ends

# Of two screens the notes have the first; once that ends, or is killed, the second.
start_line "$runtime $warplens talk.lua --notes"
until_text 'Nobody presents'
talk_line "$runtime $warplens talk.lua --present"
until_text 'say hello'
$tmux new-window -d -n second "cd $dir && exec env -i PATH=/usr/bin:/bin HOME=$dir \
  LC_ALL=C.UTF-8 TERM=screen-256color WARPLENS_DATA=$source PS1='ready> ' ENV= sh -i"
second() { $tmux send-keys -t :second "$@"; }
second -l "$runtime $warplens talk.lua"
second C-j
until_true sh -c "$tmux capture-pane -p -t :second | grep -q 'A talk'"
second F5
until_true sh -c "$tmux capture-pane -p -t :second | grep -q 'another screen presents'"
second PageDown # has to be seen in the notes from then on
until_true sh -c "$tmux capture-pane -p -t :second | grep -q 'what the code does'"
until_text 'next .*the next stop' # but not before
talk q
talk_ends
until_text 'next .*where the lanes go'
talk_line "$runtime $warplens talk.lua --present"
until_true sh -c "$tmux capture-pane -p -t :talk | grep -q 'another screen presents'"
kill -9 "$(cut -d' ' -f1,4 /proc/[0-9]*/stat 2>/dev/null |
  awk -v p="$($tmux display-message -p -t :second '#{pane_pid}')" '$2 == p { print $1; exit }')"
until_text 'say hello'
$tmux kill-window -t :second
talk q
talk_ends
keys q
ends_with 0

# Without that variable, a directory of one's own among those of others.
mkdir -m 1777 shared
start_line "TMPDIR=$dir/shared $warplens talk.lua --notes"
until_text 'Nobody presents talk.lua'
talk_line "TMPDIR=$dir/shared $warplens talk.lua --present"
until_text 'say hello'
[ "$(stat -c %a "shared/warplens-$(id -u)")" = 700 ] || fail 'others can enter the directory'
talk q
until_text 'Nobody presents'
keys q
ends_with 0

# Where a slide is about what can go wrong, so are the notes.
start_line "$runtime $warplens race --notes"
until_text 'Nobody presents'
talk_line "$runtime $warplens race --present"
until_text 'next .*the next stop'
talk PageDown PageDown PageDown
until_text 'now .*what can go wrong'
until_text 'hazard with line 24, read after write'
talk q
until_text 'Nobody presents'
keys q
ends_with 0

# Without a place for it, that is said on both sides; presenting goes on.
run_line "XDG_RUNTIME_DIR=$dir/nowhere $warplens talk.lua --notes"
expect_status 6
until_text 'cannot make '
start_line "XDG_RUNTIME_DIR=$dir/nowhere $warplens talk.lua --present"
until_text 'what this is about'
until_text 'cannot make '
keys q
ends_with 0
chmod 755 "shared/warplens-$(id -u)"
run_line "TMPDIR=$dir/shared $warplens talk.lua --notes"
expect_status 6
until_text 'is not a directory'
mkdir open && chmod 777 open && mkdir -m 777 open/warplens && chmod 777 open/warplens
run_line "XDG_RUNTIME_DIR=$dir/open $warplens talk.lua --notes"
expect_status 6
until_text 'is not a directory'
