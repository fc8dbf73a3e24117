#!/bin/sh
# The menu: a script is chosen, and the menu comes back with the next one.
. "$(dirname "$0")/lib.sh"
cd "$dir"
open_terminal
before=$(modes)
start_line "$warplens"
until_text '^ warplens  .* lessons, [0-9]* minutes'
until_text '► vadd '
keys Down
until_text '► coalesced '
keys Enter
until_text '^ Thirty-two'
keys q
until_text '► stride ' # the next one
keys /
keys -l 'cp.as'
until_text '► cp_async '
keys Enter
keys F5
until_text 'what this is about'
keys q
until_text 'cp_async'
keys Escape /
keys -l 'tile[32'
until_text '► padding '
keys Enter
until_text 'Enter open'
keys Enter
until_text '^  22 ' # the load behind its first mark, not the loop that fills the tile
until_text 'rows of 32 words' # what it is about, above the picture
keys f Enter Enter 0 # commits the answer, and asks for the right one
until_text 'one more word in each row change' # its end: below it are the notes of the mark
keys q
until_text 'padding'
keys Escape 1
until_text 'level 1: .* minutes'
keys '?'
until_text 'open the lesson; q there comes back'
keys Down # closes it, and does nothing else
until_text 'level 1: .* minutes'
keys F1
until_text 'lessons of this level'
keys Escape
until_text 'level 1: .* minutes'
keys q
ends_with 0
[ "$(modes)" = "$before" ] || fail 'the terminal is not as it was'

# By its name a lesson begins where it does from the menu, unless a step is given; and who is at
# the first step is given it in words.
start_line "$warplens padding"
until_text 'warp 0  *34/35'
until_text 'rows of 32 words'
keys q
ends_with 0
start_line "$warplens padding --step 0"
until_text 'warp 0  *1/'
keys q
ends_with 0
start_line "$warplens padding --line 19"
until_text 'warp 0  *1/'
keys q
ends_with 0
clean "$warplens" show padding --print-state >state
grep -q -e '--at=step:0' state || fail "no step to come back to: $(cat state)"

# A directory is a course of its own, and no terminal a list.
mkdir own
cp "$source/patterns/race.lua" own/mine.lua
start_line "$warplens own"
until_text '► mine .*A race between two warps'
keys Enter
until_text '^ A race'
until_text '^ Every thread stores' # asks nothing there
keys q
until_text '► mine '
keys C-c
ends_with 0
clean "$warplens" own | grep -q '^  mine  *A race between two warps' || fail 'no list'
mkdir empty
run_line "$warplens empty"
expect_status 5
until_text 'no scripts in empty'
