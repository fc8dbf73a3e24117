#!/bin/sh
# The line behind ':': what arrays hold at the end, parameters, and nothing by accident.
. "$(dirname "$0")/lib.sh"
cd "$dir"
cat >line.lua <<'LUA'
title "Line"
local n = param("n", 3, { min = 1, max = 9 })
block(32)
local output = global("output", int, 4, 8)
function kernel()
  output[threadIdx.x // 8][threadIdx.x % 8] = threadIdx.x * n
end
LUA
open_terminal
start_line "$warplens line.lua"
until_text 'Line .* 1/1'
ask() { # EXPRESSION
  keys -l ":$1"
  until_text "^:.*"
  keys Enter
}
ask 'output[3]'
until_text '^ *output\[3\] = 72 75 78 81 84 87 90 93'
ask 'sum(output) + n'
until_text '^ *1491'
ask 'outptu[3]'
until_text 'did you mean output'
keys Escape
ask 'n=5'
until_text '^ Line  n=5'
keys : Up Up Up Enter
# The run with n=5 may still go on; the line that was asked is the last one then.
answered() {
  text | grep -q '^ *2485' && return
  if text | grep -q 'has to end'; then keys : Up Enter; fi
  return 1
}
until_true answered

# One that does not end is stopped; the screen stays alive meanwhile.
ask '(function() while true do end end)()'
until_text 'x stops it'
keys ?
until_text 'next instruction, of this warp'
keys ? x
until_text 'stopped: there is no answer'

# Pasted text is neither typed nor done.
keys Escape Escape :
until_text '^: '
keys -l "$(printf '\033[200~n=9\nq\nq\033[201~')"
sleep 0.3
until_text '^: '
text | grep -q '^ Line  n=5' || fail 'pasted text was executed'
keys Escape
until_text 'q quit'
ask 'arch 8.0'
until_text 'cc 8.0'
keys q
ends_with 0
