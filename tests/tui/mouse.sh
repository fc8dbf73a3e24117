#!/bin/sh
# The mouse: the terminal's own until it is asked for, and again afterwards, however
# the program stops; and what clicks do.
. "$(dirname "$0")/lib.sh"

cp "$source/tests/tui/tile.lua" "$dir"
open_terminal
on() { [ "$($tmux display-message -p '#{mouse_any_flag}#{mouse_sgr_flag}')" = 11 ]; }
off() { [ "$($tmux display-message -p '#{mouse_any_flag}#{mouse_standard_flag}')" = 00 ]; }
# A click as terminals report it: column and row from 1.
click() { keys -l "$(printf '\033[<0;%d;%dM\033[<0;%d;%dm' "$1" "$2" "$1" "$2")"; }

for term in screen-256color xterm; do
  start_line "TERM=$term $warplens tile.lua n=64 --record=clicks"
  until_text '1/17'
  off || fail "$term: on at first"
  click 38 5 # nobody listens
  keys Right
  until_text '2/17'
  text | grep -q 'one column per instruction' && fail "$term: a click that nobody asked for"
  keys M
  until_true on
  until_text 'the mouse is on'
  click 38 5
  until_text 'one column per instruction'
  keys -l "$(printf '\033[<0;99999;99999M\033[<0;5M\033[<35;3;3M\033[<M\033[<0;0;0M')" # nonsense
  keys Right
  until_text '3/17'

  keys C-z # the shell has a mouse of its own
  until_prompt
  until_true off
  resume
  until_text '3/17'
  until_true on

  keys M
  until_true off
  keys M
  until_true on
  keys q
  ends_with 0
  until_true off
  grep -qx 'Click-37,4' "$dir/clicks" || fail "$term: the click is not recorded"
done

# Not even death leaves it on.
start_line "$warplens tile.lua n=64"
until_text '1/17'
keys M
until_true on
kill -TERM "$(screen_pid)"
ends
until_true off

# What was recorded is played: the click leads to the same view.
printf 'M\nClick-37,4\n' >"$dir/clicks"
start_line "$warplens tile.lua n=64 --keys=clicks"
until_text 'one column per instruction'
keys q
ends_with 0

# A column of the sweep is a value: a click on it sets that.
start_line "$warplens tile.lua n=64"
until_text '1/17'
keys 9 M
until_text 'best: '
at=$(text | sed -n 's/^\( *0 *\)1 .*/\1/p' | wc -c) # the second value, from column 1
click "$at" 10
until_text 'pad=1: '
keys q
ends_with 0
