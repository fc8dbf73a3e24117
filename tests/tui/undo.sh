#!/bin/sh
# Changes that are made and taken back while the script runs.
. "$(dirname "$0")/lib.sh"
cat >"$dir/slow.lua" <<'LUA'
title "Slow"
local stride = param("stride", 1, { min = 1, max = 32 })
local turns = param("turns", 0, { min = 0, max = 100000, step = 100000 })
grid(300)
block(128)
local a = global("a", float, 16384)
function kernel()
  local s = 0
  for i = 1, turns do s = s + i end
  a[threadIdx.x * stride] = s
end
LUA
open_terminal
start_line "$warplens slow.lua --timeout 1000"
until_text '^ Slow .* 1/1 '
keys Right # at the end: the message of that is gone with the next key
keys u
until_text 'no change to take back'
until_text '^ Slow  stride=1  turns=0  +cc 9.0 ' # the run has ended, too
fence
text >"$dir/old"
is_old() { text | diff -q - "$dir/old" >/dev/null; }

# A run for another value takes long. What is changed meanwhile is taken back in its order,
# and the picture from before is there at once, without another run.
keys :turns=100000 Enter
until_text 'running [0-9]'
keys :stride=2 Enter p + + Escape a
keys u p
until_text '^ stride +4 '
keys u
until_text '^ stride +3 '
keys u u
until_text '^ stride +1 '
until_text 'running [0-9]' # turns is what it was changed to
keys Escape u
until_text '^ Slow  stride=1  turns=0  +cc 9.0 '
keys u
until_true is_old

# Made again, in the same order.
keys U U U U p
until_text '^ stride +4 '
keys Escape u u u u u
until_text 'no change to take back'
until_text '^ Slow  stride=1  turns=0  +cc 9.0 '
keys Right Left u
until_true is_old
keys q
ends_with 0

# Turns of a lesson that are taken back and made again before the run is over come to the same.
on() { for _ in $(seq "$1"); do keys NPage; fence; done; }
start_line "$warplens $source/patterns/padding.lua --present"
until_text '^ .* fact 1/'
on 5
until_text '^ why  pad=0 '
keys NPage
until_text '^ what changes  pad=1 '
keys u U NPage
until_text '^ make a prediction  pad=1 '
on 3
keys NPage
until_text '^ what changes  pad=2 '
keys u u
until_text '^ why  pad=0 '
keys U U
until_text '^ what changes  pad=[12] '
keys U
until_text '^ what changes  pad=2 '
on 4
until_text '^ what it costs  pad=2 '
keys u u
until_text '^ why  pad=0 '
keys NPage # a turn begins with its first slide, wherever others were taken back to
until_text '^ what changes  pad=1 '
keys q
ends_with 0

# A value that the script does not take any more is not put back.
sed 's/turns = .*/turns = 0/' "$dir/slow.lua" >"$dir/range.lua"
start_line "$warplens range.lua --print-state"
until_text '^ Slow .* 1/1 '
keys :stride=3 Enter
until_text '^ Slow  stride=3 .* 1/1 '
sed -i 's/stride", 1, { min = 1/stride", 2, { min = 2/; s/Slow/Less/' "$dir/range.lua"
until_text '^ Less  stride=3 .* 1/1 '
keys u
until_text 'no change to take back'
until_text '^ Less  stride=3 '
keys q
ends_with 0
until_text '^warplens range.lua stride=3 *$'

# What the kernel moved, and shares, stand beside those of a change, however long its run takes, and
# though the script asks: what was still to be asked is what counts.
start_line "$warplens $source/patterns/transpose.lua n=1024"
until_text 'step 0'
keys w m
until_text '32→1|wavefronts +32'
until_true childless "$(screen_pid)"
keys 7 p +
until_text '^ shared memory 65,536 wavefronts was 1,081,344'
keys 6
until_text ' 88→50 % '
keys q
ends_with 0
