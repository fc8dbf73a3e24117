#!/bin/sh
# A recording leads to the same picture again: on the screen, and without a terminal.
. "$(dirname "$0")/lib.sh"
cp "$source/tests/tui/tile.lua" "$dir"
cd "$dir"
open_terminal
start_line "$warplens tile.lua n=64 --record=lecture"
until_text ' 1/17'
keys PageDown
sleep 0.2
keys Right 3 Space
until_text 'wavefront [2-9][0-9]* of 32'
keys Space p +
until_text '32→1'
until_true childless "$(screen_pid)"
keys Escape
until_text 'next step'
fence
text >there
keys q
ends_with 0
grep -qx '# warplens tile.lua n=64' lecture || fail "no heading: $(cat lecture)"
grep -qx 'PageDown' lecture && grep -qE '^wait [0-9]+$' lecture || fail "$(cat lecture)"
[ "$(grep -v '^wait\|^#' lecture | tr '\n' ' ')" = 'PageDown Right 3 Space Space p + Escape q ' ] ||
  fail "other keys: $(cat lecture)"

# A script that never ran is no picture, whatever is pressed.
echo 'function kernel() error("no") end' >never.lua
printf 'Right\nEscape\n' >next # Escape lets the error go, not the failure
for _ in 1 2; do
  got=0
  clean "$warplens" show never.lua --keys=next >shown 2>err || got=$?
  [ $got = 3 ] && [ ! -s shown ] && grep -q 'never.lua:1: no' err || fail "status $got of never.lua"
  sed -i 2d next
done
clean "$warplens" show tile.lua n=64 --keys=lecture >shown
sed '$d; s/ *$//' there >there.rows
sed '$d; s/ *$//' shown >shown.rows
diff there.rows shown.rows || fail 'show has another picture'

head -n -2 lecture >open # without leaving
start_line "$warplens tile.lua n=64 --keys=open"
same_picture() { text >again && cmp -s there again; }
until_true same_picture
keys Left # now the keys are those of the terminal
until_text ' 9/17'
keys q
ends_with 0
start_line "$warplens tile.lua n=64 --keys=lecture --print-state"
ends_with 0
until_text 'warplens tile.lua pad=1 --at=step:72,view:banks'

# Typing ends a recording, and is no key.
printf 'Right\nwait 60000\nq\n' >long
start_line "$warplens tile.lua n=64 --keys=long"
until_text ' 2/17'
keys q
until_text 'now yours count'
keys q
ends_with 0

# A file that is none does no harm to the terminal, and teaches.
printf 'Right\nRihgt\n' >bad
run_line "$warplens tile.lua n=64 --keys=bad"
expect_status 5
until_text 'bad:2:.*no key'

# Its first line has all that leads to the same screen.
start_line "$warplens tile.lua 'n=64' --present --mask --theme=light --step=3 --record=slides"
until_text 'make a prediction'
keys q
ends_with 0
[ "$(head -n 1 slides)" = '# warplens tile.lua --theme=light --mask --present --at=step:3 n=64' ] ||
  fail "no heading: $(cat slides)"

# A key that is held down while the script runs: none is lost, however many wait.
cat >slow.lua <<'END'
local n = param("n", 1, { min = 1, max = 9 })
if n > 1 then for i = 1, 3e7 do local x = i * i end end
block(32)
local a = global("a", float, 32)
function kernel() a[threadIdx.x] = 1 end
END
start_line "$warplens slow.lua --record=held"
until_text ' 1/1'
keys p +
keys -N 5000 2
until_true grep -qx + held
all_recorded() { [ "$(grep -cx 2 held)" = 5000 ]; }
until_true all_recorded
keys q
ends_with 0
