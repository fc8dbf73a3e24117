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
black=$(grep -ao '48;5;16m' "$dir/bytes" | wc -l)
[ "$black" -ge 2 ] || fail "black $black times: the first press shows at once, so does the last"
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
drawn=$(tail -c "+$((before + 1))" "$dir/bytes" | grep -ao 'Matrix transpose' | wc -l)
[ "$drawn" -ge 2 ] || fail "$drawn themes"
[ "$drawn" -le "$((3 * seconds + 2))" ] || fail "$drawn themes in $seconds seconds"
keys q
ends_with 0
