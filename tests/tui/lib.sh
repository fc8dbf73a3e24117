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

# A terminal of 80x24 with a shell in it that knows jobs.
open_terminal() {
  command -v tmux >/dev/null || skip 'no tmux'
  clean TERM=xterm $tmux new-session -d -x 80 -y 24 \
    "cd $dir && exec env -i PATH=/usr/bin:/bin HOME=$dir LC_ALL=C.UTF-8 \
      TERM=screen-256color WARPLENS_DATA=$source PS1='ready> ' ENV= sh -i" 2>"$dir/tmux" ||
    skip "no pseudo-terminal: $(cat "$dir/tmux")"
  $tmux set-option -g status off >/dev/null
  $tmux set-option -g window-size manual >/dev/null
  until_text 'ready>'
}

resize() { $tmux resize-window -x "$1" -y "$2"; }
keys() { $tmux send-keys "$@"; }
text() { $tmux capture-pane -p; }

# Waits until the screen holds a line that matches, a minute or more: the machine may be busy.
until_text() {
  tries=0
  until text | grep -qE -e "$1"; do
    tries=$((tries + 1))
    [ $tries -lt 1200 ] || fail "no '$1' on the screen"
    sleep 0.05
  done
}

# Waits until a command succeeds.
until_true() {
  tries=0
  until "$@"; do
    tries=$((tries + 1))
    [ $tries -lt 1200 ] || fail "never true: $*"
    sleep 0.05
  done
}

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

# Waits for the end of the command line; its exit status is then in $status.
ends() {
  until_true test -s "$dir/status"
  status=$(cat "$dir/status")
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
