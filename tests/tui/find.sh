#!/bin/sh
# Finding and replaying in the real program: searches, help that does what it tells,
# playing both ways, and quiet while nothing plays.
. "$(dirname "$0")/lib.sh"

cp "$source/tests/tui/tile.lua" "$dir"
open_terminal
start_line "$warplens tile.lua n=64"
until_text '1/17'
until_true childless "$(screen_pid)"

# By a figure, on and back, and round the end.
keys / 'excess>0' Enter
until_text '1 of 128 with excess>0: n finds the next|1 of 128 with excess>0'
until_text ' 10/17'
keys n
until_text '2 of 128 with excess>0'
keys N N
until_text '128 of 128 with excess>0, from the last step back again'
keys Escape
keys Home Home

# A mistake says what would do; the line before comes back to be mended.
keys / 'excss>0' Enter
until_text "steps cannot be searched by 'excss'"
until_text 'did you mean excess'
keys Escape
keys / Up
until_text '^/excss>0'
keys Escape
keys / 'output[' Enter
until_text 'with output\['
until_text '^  18  '

# Help by a word, done by Enter.
keys Home Home
keys '?' costliest
until_text '^ ► w !'
keys Enter
until_text '32 wavefronts where 1 would do'
keys '?' 'banks drain' Enter
until_text 'different words'

# Forwards, backwards, pause.
keys . .
until_text 'wavefront 2 of 32: bank 0 serves word 32 to lane 1'
until_text 'why  lane 2 waits: bank 0 is taken by lane 1'
keys Space
until_text 'wavefront ([89]|[12][0-9]|3[0-2]) of 32'
keys '<'
until_text '← wavefront [0-9]+ of 32|← 32 wavefronts'
pid=$(screen_pid)

# While it plays, as fast as it goes, no more than three pictures come in a second: times
# at which something is written after a time without.
keys Space Home Home 1 + + + + Space
until_text ' ([3-9]|1[0-7])/17' # what was typed has been drawn
began=$(awk '{ print int($1 * 1000) }' /proc/uptime)
pictures=0
busy=
written=
i=0
while [ $pictures -lt 6 ] && [ $i -lt 1200 ]; do
  sleep 0.03
  now=$(sed -n 's/^wchar: //p' "/proc/$pid/io")
  if [ "$now" = "$written" ]; then
    busy=
  else
    [ "$busy" ] || pictures=$((pictures + 1))
    busy=1
  fi
  written=$now
  i=$((i + 1))
done
spent=$(awk '{ print int($1 * 1000) }' /proc/uptime)
[ $pictures = 6 ] || fail 'nothing plays'
[ $pictures -le $(((spent - began) * 3 / 1000 + 2)) ] ||
  fail "$pictures pictures in $((spent - began)) milliseconds"

# Paused: not a byte, not a tick of the processor.
keys Space
quiet() {
  spent=$(cut -d' ' -f14,15 "/proc/$pid/stat"; grep wchar "/proc/$pid/io")
  sleep 0.5
  [ "$spent" = "$(cut -d' ' -f14,15 "/proc/$pid/stat"; grep wchar "/proc/$pid/io")" ]
}
until_true quiet

# The text of the script.
keys 0
until_text 'to stop at and asks nothing'
keys q
ends_with 0
