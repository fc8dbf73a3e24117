#!/bin/sh
# A picture with figures before and after a change comes back from the line that says how, as the
# same bytes; and what --to must not have.
. "$(dirname "$0")/lib.sh"
cat >tile.lua <<'LUA'
local pad = param("pad", 0, { min = 0, max = 4 })
local way = param("way", "by rows", { values = { "by rows", "by columns" } })
local turns = param("turns", 1, { min = 1, max = 4 })
block(32)
local a = global("a", float, 4096)
local tile = shared("tile", float, 32, 32 + pad)
function kernel()
  local i = threadIdx.x % 32
  if pad == 3 then error("not 3") end
  tile[way == "by rows" and 0 or i][way == "by rows" and i or 0] = i
  local x = 0
  for k = 1, turns do x = x + a[i * 3] end
  __syncwarp()
  a[i] = tile[i][0] + x
end
LUA
# FILE KEYS…: the picture is there again, with what stands before the last change. `words` is how.
# `with` has more arguments.
with=
comes_back() {
  file=$1 && shift
  printf '%s\n' "$@" >keys
  # shellcheck disable=SC2086
  "$warplens" show "$file" $with --keys=keys --format=ansi >was || fail "show: $*"
  # shellcheck disable=SC2086
  "$warplens" show "$file" $with --keys=keys >text || fail "show: $*"
  # shellcheck disable=SC2086
  "$warplens" show "$file" $with --keys=keys --print-state >words || fail "the state: $*"
  words=$(sed 's/^warplens //' words)
  eval "\"\$warplens\" show $words --format=ansi" >now || fail "$words"
  cmp -s was now || fail "$* does not come back from $words: $(diff was now)"
}
says() { [ "$words" = "$1" ] || fail "the state is $words, not $1"; }

comes_back tile.lua Right Right Right p Up Escape && sees 'pad 0 → 1' && sees '32→1'
says 'tile.lua --to=pad=1 --step=3'
comes_back tile.lua Right Right Right p Up Up Escape && sees 'pad 1 → 2'
says 'tile.lua pad=1 --to=pad=2 --step=3'
comes_back tile.lua Right Right Right p Up Escape a && sees 'cc 9.0 → 10.0'
says 'tile.lua pad=1 --to=--arch=10.0 --step=3'
printf '%s\n' : n = 6 4 Enter c >keys
"$warplens" show transpose --keys=keys --size=60x16 | grep -q '^ Matrix… *n=64 ' ||
  fail 'the last change is not told first'
"$warplens" show histogram --view=timeline --size=70x20 | grep -q '^ A histogram' ||
  fail 'a title is "A…"'
comes_back tile.lua p p Up Escape && sees 'way by rows → by columns'
says "tile.lua --to='way=by\\ columns'"
comes_back tile.lua Right : b l o c k = 6 4 Enter && sees 'block 32 → 64'
comes_back tile.lua Right Right Right p Up Escape F5 PageDown
comes_back tile.lua Right Right Right p Up Escape 3 . ']' && says \
  'tile.lua --to=pad=1 --step=3 --view=banks --lane=1 --wavefront=1'
# What is offered to be changed, and what is chosen to be said.
comes_back tile.lua p && says 'tile.lua --knob=pad'
comes_back tile.lua p p p p Up && says 'tile.lua --to=block=64 --knob=block'
comes_back tile.lua p p p p Up u && says 'tile.lua block=64 --to=block=32 --knob=block'
! grep -q 'block=32' text || fail "what is as it was is in the title: $(cat text)"
comes_back "$source/patterns/transpose.lua" w i Enter 3
# Of a grid that the script does not call; it moves among the values that p offers.
comes_back tile.lua p p p p p Up && says 'tile.lua --to=grid=2 --knob=grid'
# A layout is undone, whatever chip was tried and taken back before.
printf '%s\n' w s c u u s u >keys
"$warplens" show tile.lua --keys=keys >text && sees 'layout undone' || fail 'layouts'
# Neither is a type, in no view.
comes_back tile.lua P + u 0 && ! grep -q 'elements of the array' text ||
  fail "a type that is put back is told: $(cat text)"
# A vote while all is masked; a figure that is asked for instead of what the script asks.
with='--step=1 --mask'
comes_back "$source/patterns/stride.lua" C && sees '1 answer'
comes_back "$source/patterns/coalesced.lua" i && ! grep -q ' a 1 ' text ||
  fail "the choices of the script stay: $(cat text)"
with=
# The chip is taken back, too, and made again; a generation is another change.
chip() { # WHICH KEYS…
  chip=$1 && shift
  comes_back "$source/patterns/stride.lua" "$@" && sees " cc $chip block"
}
chip '9.0 GH200' c ']' '['
chip 9.0 c u
chip 8.9 A c u
chip 9.0 A c u u
chip '8.9 L40' A c u u U U
chip '9.0 GH200' c : a r c h Space A 1 0 0 Enter u
chip 9.0 : a r c h Space g h 2 0 0 Enter u
# A view that begins at the step, scrolled up; and a script of which parts are hidden.
comes_back "$source/patterns/transpose.lua" 6 K K
comes_back "$source/patterns/half_warps.lua" A 6
# A value that is changed by hand is no turn of the lesson.
with=--present
comes_back "$source/patterns/padding.lua" p + && sees 'what this is about'
comes_back "$source/patterns/volatile.lua" w 7 y Right # why waits, as the figures do
with=
# What goes on, is taken back, or came to nothing.
comes_back tile.lua Right Right Right p Up Escape Right && # lines have figures from before, too
  says 'tile.lua --before=3 --to=pad=1 --step=4'
comes_back tile.lua Right p Up Escape Left 7 &&
  says 'tile.lua --before=1 --to=pad=1 --step=0 --view=memory'
comes_back tile.lua Right Right Right p Up Escape Right Escape && says 'tile.lua pad=1 --step=4'
comes_back tile.lua Right Right Right p Up Escape Left Right && says 'tile.lua --to=pad=1 --step=3'
comes_back tile.lua Right Right Right p Up Escape u && sees 'pad 1 → 0'
says 'tile.lua pad=1 --to=pad=0 --step=3'
# A change that came to nothing leaves the picture to go on from.
printf '%s\n' Right Right Right Right 6 >keys
words=$("$warplens" show tile.lua --to=pad=3 --step=3 --keys=keys --print-state 2>error)
says 'warplens tile.lua --step=4 --view=source'
# Where the step of now has another number than that of before.
comes_back tile.lua Right Right Right : t u r n s = 2 Enter && sees 'turns 1 → 2'
says 'tile.lua --before=3 --to=turns=2 --step=4'
comes_back tile.lua Right : b l o c k = 6 4 Enter Down : b l o c k = 9 6 Enter
# Of lessons: shown, and still to be predicted.
comes_back "$source/patterns/transpose.lua" w m p Up Escape
comes_back "$source/patterns/transpose.lua" w p Up Escape
comes_back "$source/patterns/transpose.lua" w p Up Escape m && sees '32→1'
comes_back "$source/patterns/stride.lua" PageDown m p Up Escape a

# So does what was searched for.
comes_back tile.lua / e x c e s s '>' 0 Enter 5 && sees '2 with excess>0'
says "tile.lua --step=1 --view=timeline --find='excess>0'"
comes_back tile.lua 9 Down && says "tile.lua --view=sweep --figure=shared.excess_wavefronts"
comes_back tile.lua / t i l e '[' Enter Home 6

# The sums of the line have what they were, too.
"$warplens" show transpose --to=pad=1 --step=73 --question=shown --size=120x40 >text || fail sums
sees ' wavefronts  1,048,576→32,768$' && sees ' excess  *1,015,808→0$'
"$warplens" show -e 's[threadIdx.x*k]' k=32 grid=320000 --to=k=30 --size=120x40 >text || fail long
sees ' waves     10,240,000→640,000$' # where the whole title would touch

# By hand: another step than that of now, several values, all as it is.
picture tile.lua --to='pad=1 way=by\ columns --arch=8.0'
sees 'pad 0 → 1, way by rows → by columns, cc 9.0 → 8.0'
picture tile.lua --to='pad=1' --line=14 && sees '32→1'
picture tile.lua --to='pad=1' --before=3 --step=1 && ! grep -q "0 → 1" text || fail 'another'
picture tile.lua pad=1 --to=pad=1 --step=3 && ! grep -q "0 → 1" text || fail 'nothing changed'
refuses() { # WHAT ARGUMENTS…
  what=$1 && shift
  ! "$warplens" show tile.lua "$@" >was 2>error || fail "$* is taken: $(cat was)"
  grep -q -e "$what" error || fail "$*: $(cat error)"
}
refuses "no parameter 'x'" --to=x=1
refuses "pad cannot be '9'" --to=pad=9
refuses "no change" --to=pad
refuses "no parameter 'x'" --to='pad=1 x=1' # all of it, or nothing
refuses "no change" --to='pad=1 oops'
refuses "no change" --to='pad=1 way='
refuses "unknown GPU" --to='pad=1 --arch=99'
refuses "no change" --to=
refuses 'not 3' --to=pad=3
refuses '99' --to=--arch=99
picture tile.lua --to='pad=1 --arch=8.0 --arch=9.0' --step=3 && grep -q 'cc 9.0' text ||
  fail "the last generation counts: $(cat text)"
picture tile.lua --to='pad=1 --arch=H100' && sees 'cc 9.0 H100'
picture tile.lua --to=pad=1 --step=0x3 && sees 'pad 0 → 1'
picture tile.lua --find='excess>0' --line=10 && sees ' step 0 *$'
picture tile.lua --find='excess>0' && sees ' step 1 *$'

# What stands in the place of an access that is gone is told against it; a neighbour is not.
picture aos_soa --to=layout=soa --step=1 && sees 'sectors  *12→4 ' && sees ' 33.3→100 %'
comes_back aos_soa Right m p Up Escape m && sees 'sectors  *12→4 '
cat >pair.lua <<'LUA'
local k = param("k", 1, { min = 1, max = 4 })
block(32)
local a = global("a", float, 256)
function kernel()
  local x = a[threadIdx.x] + a[threadIdx.x * k]
  a[threadIdx.x] = k == 1 and a[64 + threadIdx.x] + x or a[128 + 2 * threadIdx.x]
end
LUA
picture pair.lua --to=k=2 --before=0 --step=1
! grep -q '→.*sectors\|sectors.*→' text || fail "another access is told against: $(cat text)"
picture pair.lua --to=k=2 --before=1 --step=1 && sees 'sectors  *4→8 '
picture pair.lua --to=k=2 --before=2 --step=2 && sees 'sectors  *4→8 '
# A lesson does so where the question is the same, on another line.
for at in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do echo PageDown; done >keys
"$warplens" show histogram --present --keys=keys --size=60x16 >text
sees 'efficiency, before: 3.1 %$' && sees 'wavefronts 32 → 1 '

# Blocks before a change; and what is still asked about is not told of before.
picture occupancy --to=kib=64 --view=memory && sees 'kib 8 → 64 costs 5 blocks: 3 instead of 8 ' &&
  sees ' 8,192→65,536 B shared'
picture occupancy kib=64 --to=kib=8 --view=memory && sees '^ *was  3 blocks of 8 warps: 24 of 64 '
asked='^ was  *256  *512 4,096 '
picture transpose n=64 --to=variant=rows --seen=none --view=source --size=80x90
! grep -q "$asked" text || fail "nobody has answered that: $(cat text)"
printf '%s\n' Z 6 : v a r i a n t = r o w s Enter >keys
picture transpose n=64 --keys=keys --size=80x90 && sees "$asked"

# Small screens have no room for what lanes send and whom they read: while that is asked, what they
# send stands there, where it fits.
asked='--step=2 --view=shuffle --size=60x16 --seen=none'
# shellcheck disable=SC2086
picture shfl_xor $asked && sees '^ *lane   0  1  2 .* 15' && sees '^ *sends  1  2  3 .* 16' &&
  sees ' 31 32$'
sed 's/local v = input\[lane\]/local v = 100 + input[lane]/' "$source/patterns/shfl_xor.lua" \
  >large.lua
# shellcheck disable=SC2086
picture large.lua $asked && sees '^ *from   ?  ?  ? ' && ! grep -q 'send' text || fail 'no room'

# A lesson compares its stops, wherever it was left; what is hidden has no wavefronts to replay.
with=--present
comes_back "$source/patterns/wide_loads.lua" End PageDown End
with=width=4
comes_back "$source/patterns/wide_loads.lua" v End ,
! grep -q wavefront words || fail "that tells a figure: $words"
exit $bad
