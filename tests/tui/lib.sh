# Sourced by the tests beside it, which get the program and the source tree as
# their arguments. Gives them an empty directory, a clean environment, and a
# terminal made of a tmux server of their own.
set -eu
warplens=$(realpath "$1")
source=$2
dir=$(mktemp -d)
tmux="tmux -L warplens-test-$$ -f /dev/null"
trap 'finish' EXIT
trap 'exit 1' HUP INT TERM

finish() {
  $tmux kill-server 2>/dev/null || :
  rm -rf "$dir"
}

# start counts a skipped test as passed only if it says what is missing.
skip() {
  echo "skipped: $*"
  exit 77
}

fail() {
  echo "FAILED: $*"
  if $tmux has-session 2>/dev/null; then
    echo '--- the screen:'
    $tmux capture-pane -p
  fi
  exit 1
}

# The environment of every program under test, and no more.
clean() {
  env -i PATH=/usr/bin:/bin HOME="$dir" LC_ALL=C.UTF-8 WARPLENS_DATA="$source" "$@"
}

# What bounds a command that may not hang. A busy machine may need long for it.
bound='timeout 300'

# A terminal of 80x24 with a shell in it that knows jobs.
open_terminal() {
  command -v tmux >/dev/null || skip 'no tmux'
  clean TERM=xterm $tmux new-session -d -x 80 -y 24 \
    "cd $dir && exec env -i PATH=/usr/bin:/bin HOME=$dir LC_ALL=C.UTF-8 \
      TERM=screen-256color WARPLENS_DATA=$source PS1='ready> ' ENV= sh -i" 2>"$dir/tmux" ||
    skip "no pseudo-terminal: $(cat "$dir/tmux")"
  $tmux set-option -g status off >/dev/null
  $tmux set-option -g window-size manual >/dev/null
  until_prompt
}

# Gives the terminal another size. The server of it tells some time later, of several sizes in a
# row the last one alone, and a multiplexer that starts just then never hears of it.
resize() { $tmux resize-window -x "$1" -y "$2"; }
sized() { [ "$(stty size <"$($tmux display-message -p '#{pane_tty}')")" = "$1" ]; }
until_sized() { until_true sized "$2 $1"; }

keys() { $tmux send-keys "$@"; }
text() { $tmux capture-pane -p; }

# Waits until a command succeeds, a minute or more: the machine may be busy.
until_true() {
  tries=0
  until "$@"; do
    tries=$((tries + 1))
    [ $tries -lt 1200 ] || fail "never true: $*"
    sleep 0.05
  done
}

# Whether a line of the screen matches, or none does.
shows() { text | grep -qE -e "$1"; }
lacks() { ! shows "$1"; }

until_text() { until_true shows "$1"; }
until_gone() { until_true lacks "$1"; }

# Waits for the shell. Where a program was stopped, the prompt comes behind the program's path,
# which may be of any length: it is part on one row and part on the next, then.
prompts() { text | tr -d '\n' | grep -q 'ready>'; }
until_prompt() { until_true prompts; }

# Waits until rows of the screen move on all of it, which has so many: it is garbled else.
margins='#{scroll_region_upper}-#{scroll_region_lower}'
moves_on() { [ "$($tmux display-message -p "$margins")" = "$1" ]; }
until_whole() { until_true moves_on "0-$(($1 - 1))"; }

# Types a command line into the shell and waits until it is done.
run_line() {
  start_line "$1"
  ends
}

# The same, without waiting. The shell writes the status as a whole.
start_line() {
  rm -f "$dir/status"
  keys -l "clear; $1; echo \$? >$dir/new; mv $dir/new $dir/status"
  keys C-j # a newline also where the modes of the terminal are odd
}

# What was stopped goes on: the shell has taken the line as soon as its prompt is gone.
unprompted() { ! prompts; }
resume() {
  start_line fg
  until_true unprompted
}

# Waits for the end of the command line; its exit status is then in $status, and the screen is
# what was written until then.
ends() {
  until_true test -s "$dir/status"
  status=$(cat "$dir/status")
  fence
}

# Waits until the terminal has taken all that was written to it, a picture as a whole: what
# stands behind that sets its title.
fences=0
fenced() { [ "$($tmux display-message -p '#{pane_title}')" = "$1" ]; }
fence() {
  fences=$((fences + 1))
  printf '\033]2;fence %d\007' $fences >"$($tmux display-message -p '#{pane_tty}')"
  until_true fenced "fence $fences"
}

# Waits until the screen that was started shows what the keys typed before, and runs of the
# script, lead to: no process of a script is there, and ':', which comes behind those keys, opens
# a line and is let go.
childless() {
  c=$(cat "/proc/$1/task/$1/children" 2>/dev/null) || return 0
  [ -z "$c" ]
}
settled() {
  until_true childless "$(screen_pid)"
  keys :
  until_text '^:'
  keys Escape
  until_gone '^:'
  fence
}

expect_status() { [ "$status" = "$1" ] || fail "exit status $status, not $1"; }

ends_with() {
  ends
  expect_status "$1"
}

# Modes of the terminal, without its size.
modes() {
  run_line "stty -a >$dir/modes"
  sed 's/rows [0-9]*; columns [0-9]*;//' "$dir/modes"
}

# Process number of the warplens that was started in the terminal: the child of
# the shell.
screen_pid() {
  shell=$($tmux display-message -p '#{pane_pid}')
  cut -d' ' -f1,4 /proc/[0-9]*/stat 2>/dev/null | awk -v p="$shell" '$2 == p { print $1; exit }'
}
