#!/bin/sh
# What figures show of before a change, of what was changed, taken back and made again.
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
# FILE KEYS…: the picture behind them. `with` has more arguments.
with=
after() {
  file=$1 && shift
  printf '%s\n' "$@" >keys
  # shellcheck disable=SC2086
  "$warplens" show "$file" $with --keys=keys >text || fail "show: $*"
}

after tile.lua Right Right Right p Up Escape && sees 'pad 0 → 1' && sees '32→1'
after tile.lua Right Right Right p Up Up Escape && sees 'pad 1 → 2'
after tile.lua Right Right Right p Up Escape a && sees 'cc 9.0 → 10.0'
printf '%s\n' : n = 6 4 Enter c >keys
"$warplens" show transpose --keys=keys --size=60x16 | grep -q '^ Matrix transpose *n=64 ' ||
  fail 'the last change is not told first'
"$warplens" show histogram --view=timeline --size=70x20 | grep -q '^ A histogram' ||
  fail 'a title is "A…"'
after tile.lua p p Up Escape && sees 'way by rows → by columns'
after tile.lua Right : b l o c k = 6 4 Enter && sees 'block 32 → 64'
after tile.lua p p p p Up u
! grep -q 'block=32' text || fail "what is as it was is in the title: $(cat text)"
# A layout is undone, whatever chip was tried and taken back before.
printf '%s\n' w s c u u s u >keys
"$warplens" show tile.lua --keys=keys >text && sees 'layout undone' || fail 'layouts'
# Neither is a type, in no view.
after tile.lua P + u 0 && ! grep -q 'elements of the array' text ||
  fail "a type that is put back is told: $(cat text)"
# A vote while all is masked; a figure that is asked for instead of what the script asks.
with='--step=1 --mask'
after "$source/patterns/stride.lua" C && sees '1 answer'
after "$source/patterns/coalesced.lua" i && ! grep -q ' a 1 ' text ||
  fail "the choices of the script stay: $(cat text)"
with=
# The chip is taken back, too, and made again; a generation is another change.
chip() { # WHICH KEYS…
  chip=$1 && shift
  after "$source/patterns/stride.lua" "$@" && sees " cc $chip block"
}
chip '9.0 GH200' c ']' '['
chip 9.0 c u
chip 8.9 A c u
chip 9.0 A c u u
chip '8.9 L40' A c u u U U
chip '9.0 GH200' c : a r c h Space A 1 0 0 Enter u
chip 9.0 : a r c h Space g h 2 0 0 Enter u
# A value that is changed by hand is no turn of the lesson.
with=--present
after "$source/patterns/padding.lua" p + && sees 'what this is about'
with=
after tile.lua Right Right Right p Up Escape u && sees 'pad 1 → 0'
# A change that came to nothing leaves the picture to go on from.
printf '%s\n' Right Right Right : p a d = 3 Enter Right 6 >keys
words=$("$warplens" show tile.lua --keys=keys --print-state 2>error)
[ "$words" = 'warplens tile.lua --at=step:4,view:source' ] || fail "$words"
# Where the step of now has another number than that of before.
after tile.lua Right Right Right : t u r n s = 2 Enter && sees 'turns 1 → 2'
# Of lessons: shown, and still to be predicted.
after "$source/patterns/transpose.lua" w p Up Escape m && sees '32→1'
# What was searched for stays.
after tile.lua / e x c e s s '>' 0 Enter 5 && sees '2 with excess>0'

# The sums of the line have what they were, too.
printf '%s\n' m p + Escape >keys
"$warplens" show transpose --step=73 --keys=keys --size=120x40 >text || fail sums
sees ' wavefronts  1,048,576→32,768$' && sees ' excess  *1,015,808→0$'
printf '%s\n' : k = 3 0 Enter >keys
"$warplens" show -e 's[threadIdx.x*k]' k=32 grid=320000 --keys=keys --size=120x40 >text || fail long
sees ' waves     10,240,000→640,000$' # where the whole title would touch

picture tile.lua --find='excess>0' --line=10 && sees ' step 0 *$'
picture tile.lua --find='excess>0' && sees ' step 1 *$'

# What stands in the place of an access that is gone is told against it; a neighbour is not.
after aos_soa Right m p Up Escape m && sees 'sectors  *12→4 '
cat >pair.lua <<'LUA'
local k = param("k", 1, { min = 1, max = 4 })
block(32)
local a = global("a", float, 256)
function kernel()
  local x = a[threadIdx.x] + a[threadIdx.x * k]
  a[threadIdx.x] = k == 1 and a[64 + threadIdx.x] + x or a[128 + 2 * threadIdx.x]
end
LUA
after pair.lua : k = 2 Enter Right
! grep -q '→.*sectors\|sectors.*→' text || fail "another access is told against: $(cat text)"
after pair.lua Right : k = 2 Enter && sees 'sectors  *4→8 '
after pair.lua Right Right : k = 2 Enter && sees 'sectors  *4→8 '
# Blocks before a change; and what is still asked about is not told of before.
after occupancy Z 7 : k i b = 6 4 Enter && sees 'kib 8 → 64 costs 5 blocks: 3 instead of 8 ' &&
  sees ' 8,192→65,536 B shared'
with=kib=64
after occupancy Z 7 : k i b = 8 Enter && sees '^ *was  3 blocks of 8 warps: 24 of 64 '
with=
asked='^ was  *512 4,096 '
printf '%s\n' 6 : v a r i a n t = r o w s Enter >keys
picture transpose n=64 --keys=keys --size=120x90
! grep -q "$asked" text || fail "nobody has answered that: $(cat text)"
printf '%s\n' Z 6 : v a r i a n t = r o w s Enter >keys
picture transpose n=64 --keys=keys --size=120x90 && sees "$asked"

# Small screens have no room for what lanes send and whom they read: while that is asked, what they
# send stands there, where it fits.
: >none
asked='--step=2 --view=shuffle --size=60x16 --keys=none'
# shellcheck disable=SC2086
picture shfl_xor $asked && sees '^ *lane   0  1  2 .* 15' && sees '^ *sends  1  2  3 .* 16' &&
  sees ' 31 32$'
sed 's/local v = input\[lane\]/local v = 100 + input[lane]/' "$source/patterns/shfl_xor.lua" \
  >large.lua
# shellcheck disable=SC2086
picture large.lua $asked && sees '^ *from   ?  ?  ? ' && ! grep -q 'send' text || fail 'no room'

exit $bad
