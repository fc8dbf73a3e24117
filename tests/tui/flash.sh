#!/bin/sh
# A key that is held does not flash the screen: it turns from light to dark and back at most three
# times a second, and ends as the last press has it.
. "$(dirname "$0")/lib.sh"
open_terminal
start_line "$warplens transpose --present --theme=light"
until_text 'what this is about'
$tmux pipe-pane "cat >$dir/bytes"
began=$(date +%s)
for _ in $(seq 61); do
  keys b
  sleep 0.03
done
until_gone .
keys b
until_text 'what this is about'
seconds=$(($(date +%s) - began + 1))
$tmux pipe-pane
until_true grep -aq 'what this is about' "$dir/bytes" # all of it has come
black=$(grep -ao '48;5;16m' "$dir/bytes" | wc -l)
[ "$black" -ge 1 ] || fail "no black screen: $(cat -v "$dir/bytes")"
[ "$((2 * black))" -le "$((3 * seconds + 2))" ] || fail "black $black times in $seconds seconds"

# Themes, too: each is drawn anew.
before=$(wc -c <"$dir/bytes")
$tmux pipe-pane "cat >>$dir/bytes"
began=$(date +%s)
for _ in $(seq 61); do # 61 = 20 rounds of three, and one
  keys t
  sleep 0.03
done
keys @
until_text 'warplens transpose .*--present'
shows '--theme=light' && fail 'the theme is the one that it began with'
seconds=$(($(date +%s) - began + 1))
$tmux pipe-pane
until_true grep -aq 'this picture again' "$dir/bytes"
drawn=$(tail -c "+$((before + 1))" "$dir/bytes" | grep -ao 'Matrix transpose' | wc -l)
[ "$drawn" -ge 1 ] || fail 'no other theme'
[ "$drawn" -le "$((3 * seconds + 2))" ] || fail "$drawn themes in $seconds seconds"
keys q
ends_with 0
