#!/bin/sh
# A session at the screen: start, step, resize, suspend, change, stop, quit.
. "$(dirname "$0")/lib.sh"
cat >"$dir/steps.lua" <<'LUA'
title "Four steps"
local stride = param("stride", 1, { min = 1, max = 32 })
grid(1)
block(32)
local a = global("a", float, 8192)
function kernel()
  for i = 0, 3 do
    a[threadIdx.x * stride + i] = i
  end
end
LUA
cat >"$dir/forever.lua" <<'LUA'
grid(1)
block(32)
local a = global("a", float, 32)
function kernel()
  a[threadIdx.x] = 1
  while true do end
end
LUA

open_terminal
before=$(modes)

start_line "$warplens steps.lua"
until_text '1/4'
until_text 'Four steps'
keys Right
until_text '2/4'
keys Right Right Left
until_text '3/4'
keys : # a key right behind Escape is a key
until_text '^:'
keys Escape End
until_text '4/4'

# Any size, at any time, and the content follows.
for size in '120 40' '20 5' '1 1' '200 60' '80 24'; do
  # shellcheck disable=SC2086
  resize $size
done
until_text '4/4'
resize 120 40
until_text '4/4'
[ "$(text | wc -l)" -ge 40 ] || fail 'the picture did not grow'
resize 20 5
until_text '^42x12 at least|^42×12 at least'
resize 80 24
until_text 'Four steps'

# A screen that becomes smaller says what it leaves out, until something is done. It has to be seen
# larger in between: of two sizes in a row it hears of the second alone.
for row in '60 16 small: no rule, lane' '42 17 narrow: no rule, lane' '60 12 slim: no figures'; do
  # shellcheck disable=SC2086
  set -- $row
  resize "$1" "$2"
  until_text "^ $3"
  keys Left Right
  until_text '^ (→ next step|. next)'
  resize 80 24
  until_text '^ 1 lanes 2 lines '
done

# What it still does is told, too, if it grows before that.
resize 60 12
until_text '^ slim: no figures, rule'
resize 60 16
until_text '^ small: no rule, lane'
resize 80 24
until_text '^ 1 lanes 2 lines '

# So does one that is small from the beginning.
keys q
ends_with 0
resize 60 16
start_line "$warplens steps.lua"
until_text '^ small: no rule, lane, tabs +H hazard! .* [?] keys'
keys Right Left
until_text '^ (→ next step|. next)'
resize 80 24
until_text '^ 1 lanes 2 lines '
keys End

# Nothing to do: no processor time, no output.
pid=$(screen_pid)
[ -n "$pid" ] || fail 'the process is not found'
until_text '4/4'
quiet() {
  spent=$(cut -d' ' -f14,15 "/proc/$pid/stat"; grep wchar "/proc/$pid/io")
  sleep 0.5
  [ "$spent" = "$(cut -d' ' -f14,15 "/proc/$pid/stat"; grep wchar "/proc/$pid/io")" ]
}
until_true quiet

# Ctrl-Z and fg, with another size in between.
keys C-z
until_prompt
stopped=$(modes)
[ "$stopped" = "$before" ] || fail 'suspended, the terminal is not as it was'
resize 100 30
until_sized 100 30
resume
until_text '4/4'
until_text 'Four steps'
keys Left
until_text '3/4'
resize 80 24

# SIGSTOP gives no warning; the picture is there again afterwards.
kill -STOP "$pid"
until_prompt
resume
until_text '3/4'

# Nor is the size told that it has by then. Whatever was done to the terminal, Ctrl-L has it right.
kill -STOP "$pid"
until_prompt
resize 100 30
until_sized 100 30
resume
keys Left
until_text '2/4'
keys Right
until_text '3/4'
until_whole 30
printf '\033[2;9r' >"$($tmux display-message -p '#{pane_tty}')"
until_true moves_on 1-8
keys C-l
until_whole 30
resize 80 24
until_text '3/4'

# A parameter changes in place.
keys p
until_text '^ stride  1  1 – 32 '
keys +
until_text '^ stride  2  1 – 32 '
until_text '^ Four steps  stride=2 .* 3/4( |$)'
until_text 'stride 1 → 2$'
keys Escape

# The script runs again as its file is now, with the parameters as they are.
sed 's/Four/Changed/' "$dir/steps.lua" >"$dir/changed.lua"
cp "$dir/changed.lua" "$dir/steps.lua"
keys r
until_text '^ Changed steps  stride=2 .* 3/4( |$)'
rm "$dir/steps.lua"
keys r
until_text 'steps.lua: No such file'
until_text '^ Changed steps  stride=2 .* 3/4( |$)'
sed 's/Changed/Four/' "$dir/changed.lua" >"$dir/steps.lua"
keys r
until_text '^ Four steps  stride=2 .* 3/4( |$)'

keys q
ends_with 0
[ "$(modes)" = "$before" ] || fail 'the terminal is not as it was after q'

# Ctrl-C stops the script, not the program.
start_line "$warplens forever.lua --timeout 1000"
until_text 'running'
keys C-c
until_text 'stopped'
keys Escape
keys C-c
until_text 'q leaves'
keys q
ends_with 0

# A script that is wrong: the error is on the screen, and q leaves.
echo 'x = = 1' >"$dir/bad.lua"
start_line "$warplens bad.lua"
until_text 'bad.lua:1'
keys q
ends
[ "$(modes)" = "$before" ] || fail 'the terminal is not as it was after an error'

# The script comes from a pipe, keys from the terminal.
start_line "cat steps.lua | $warplens -"
until_text '1/4'
keys Right
until_text '2/4'
keys q
ends
[ "$(modes)" = "$before" ] || fail 'the terminal is not as it was after a pipe'

# Reports and keys that no terminal of this type sends do nothing, and neither
# does pasted text.
start_line "$warplens steps.lua"
until_text '1/4'
keys -l "$(printf '\033[I\033[<0;10;10M\033[57399u\033[200~q\nq\033[201~')"
keys Right
until_text '2/4'
keys q
ends_with 0

# The end of a paste that never comes takes no key away for long.
start_line "$warplens steps.lua"
until_text '1/4'
keys -l "$(printf '\033[200~q')"
left() { # as soon as nothing came for a while
  sleep 2.5
  keys q
  sleep 0.2
  [ -s "$dir/status" ]
}
until_true left
ends_with 0

# A better layout of shared memory, then another, then back.
start_line "$warplens $source/tests/tui/tile.lua"
until_text '1/17'
keys w
until_text '32 wavefronts'
until_true childless "$(screen_pid)"
keys s
until_text 'tile\[y\]\[x ~ \(y & 31\)\]: 4,224 → 256 wavefronts'
until_text 'wavefronts 32→1 '
keys s
until_text 'shared\("tile", float, 32, 33\): '
keys u
until_text '32 lanes want bank 0'
keys q
ends_with 0
