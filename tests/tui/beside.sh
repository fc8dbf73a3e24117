#!/bin/sh
# Another run beside the script: other values, generations and scripts; what is wrong
# with it; and that the picture comes back.
. "$(dirname "$0")/lib.sh"
cp "$source/tests/tui/tile.lua" "$dir"
cd "$dir"

# picture PATTERN ARGUMENTS...: `show` draws a line that matches.
picture() {
  pattern=$1
  shift
  clean $bound "$warplens" show --view=compare --size=120x40 "$@" >out 2>err ||
    fail "show $*: $(cat err)"
  grep -qE -e "$pattern" out || fail "show $*: no '$pattern' in: $(cat out)"
}

# wrong STATUS PATTERN ARGUMENTS...: it ends so, and says so.
wrong() {
  wanted=$1 pattern=$2 got=0
  shift 2
  clean $bound "$warplens" show "$@" >out 2>err || got=$?
  [ "$got" = "$wanted" ] || fail "show $*: exit status $got: $(cat err)"
  grep -qE -e "$pattern" err || fail "show $*: no '$pattern' in: $(cat err)"
  [ ! -s out ] || fail "show $*: a picture although it failed"
}

cat >copy.lua <<'LUA'
local n = param("n", 1, { min = 1, max = 32 })
local k = param("k", 2)
block(32)
local a = global("a", float, 4096)
local b = global("b", float, 4096)
function kernel()
  b[threadIdx.x] = a[threadIdx.x * n * k]
end
LUA
cat >'my other.lua' <<'LUA'
block(32)
local a = global("a", float, 4096)
local b = global("b", float, 4096)
local s = shared("s", float, 32)
function kernel()
  s[threadIdx.x] = a[threadIdx.x * 16]
  __syncthreads()
  b[threadIdx.x * 2] = s[threadIdx.x]
end
LUA

# A value that is not named is that of the script: here k=4 at both sides.
picture '^ n=1 +│ n=8$' copy.lua k=4 --beside=n=8
picture '^ +sectors +16 ✓ <  32 +2 times as many' copy.lua k=4 --beside=n=8
picture '^ +sectors +8   =  8' copy.lua --beside=n=1
picture '^ as it is +│ the same$' copy.lua --beside=n=1
picture '^ cc 9.0 +│ cc 2.0' copy.lua --beside=--arch=2.0
picture '^ n=1 cc 9.0 +│ n=2 cc 2.0' copy.lua --beside='n=2 --arch=2.0'
# The load of a, then the store to b, whatever is between them.
picture '^ copy.lua +│ my other.lua +s\[threadIdx.x\] = a' copy.lua --step=0 \
  --beside='my\ other.lua'
picture '^ +sectors +8 ✓ <  32' copy.lua --step=0 --beside='my\ other.lua'
picture '^ +sectors +4 ✓ <  8' copy.lua --step=1 --beside='my\ other.lua'
line=$(grep -n '= tile\[threadIdx.x\]' "$source/patterns/transpose.lua" | cut -d: -f1)
picture '^ pad=0 +│ pad=1$' transpose --line="$line" --beside=pad=1
picture '^ +wavefronts +32   >  1 ✓ +32 times fewer' transpose --line="$line" --beside=pad=1
picture '^ stride=2 +│ stride=8' -e 'g[tid * stride]' stride=2 --beside=stride=8
# The replay goes on at either side while the other is over.
picture '^ pad=0 +│ pad=1 +done after 1 wavefront' transpose --line="$line" \
  --beside=pad=1 --wavefront=5
picture ' 27 different words wait' transpose pad=1 --line="$line" --beside=pad=0 --wavefront=5
# What is hidden stays hidden, at the right, too.
picture 'figures of this view are hidden' transpose --line="$line" --beside=pad=1 --mask
! grep -q 'times' out || fail 'figures are hidden, but not all of them'

wrong 2 'no parameter "m"' copy.lua --beside=m=1
wrong 2 'whole number from 1 to 32' copy.lua --beside=n=33
wrong 2 'unknown GPU generation' copy.lua --beside=--arch=4.7
wrong 5 'nowhere.lua' copy.lua --beside=nowhere.lua
wrong 2 'one script at a time' copy.lua --beside='my other.lua'
echo 'function kernel( end' >bad.lua
wrong 3 'expected' copy.lua --beside=bad.lua
wrong 3 'expected' bad.lua --beside=copy.lua

# A pinned picture comes back from its arguments.
printf '%s\n' p p v + >keys
clean "$warplens" show copy.lua --keys=keys --size=120x40 >first ||
  fail 'show --keys with v'
grep -qE '^ k=3 +│ k=2' first || fail "what is kept is not beside it: $(cat first)"
words=$(clean "$warplens" show copy.lua --keys=keys --print-state)
kept='n=1 k=2 block=32 a=float b=float --arch=9.0 --kept'
[ "$words" = "warplens copy.lua k=3 --beside='$kept' --at=view:compare,knob:k" ] ||
  fail "how to come back: $words"

# … also where another value leads past grid() and block().
cat >branch.lua <<'END'
local pad = param("pad", 0, {min = 0, max = 4})
if pad > 1 then grid(2) block(64) else block(32) end
local a = global("a", float, 512)
function kernel() a[threadIdx.x * (pad + 1)] = 1 end
END
printf '%s\n' v p + + Escape >past
clean "$warplens" show branch.lua --keys=past >shown || fail 'show branch.lua'
grep -q '^ wavefronts' shown && grep -q '^ bytes moved *384   >  128 ✓' shown || fail "$(cat shown)"
printf '%s\n' F5 6 >slide
clean "$warplens" show branch.lua --keys=slide >shown || fail 'show a slide'
grep -q 'leave the slides (F5) to see the view source' shown || fail "$(cat shown)"

# Said instead of drawn.
printf '%s\n' 'beside pad=1' 'step 72' compare | clean "$warplens" tile.lua --plain >said 2>err ||
  fail "--plain: $(cat err)"
grep -q '^wavefronts: 32 with pad=0, 1 with pad=1, 32 times fewer' said || fail "said: $(cat said)"

# On the screen: what is changed is at the left, and the same key takes it away.
open_terminal
resize 120 40
start_line "$warplens tile.lua n=64" # over at once: a run that ends well takes errors away
until_text 'Matrix transpose'
until_true childless "$(screen_pid)"
keys v
until_text '^ as it is +│ the values kept$'
keys p +
until_text '^ pad=1 +│ pad=0'
keys a
until_text '^ pad=1 cc 10.0 +│ pad=0 cc 9.0'
keys v
until_text 'generation +cost'
keys : 'beside pad=3 --arch=3.5' Enter
until_text 'pad=3 cc 3.5'
keys : 'beside nowhere' Enter
until_text "no bundled script is called 'nowhere'"
keys Escape q
ends

# What v keeps stays as it is: its block and its types, too.
cat >kept.lua <<'END'
local n = param("n", 64, { min = 32, max = 64, step = 32 })
grid(1)
block(64)
local a = global("a", float, 64)
function kernel() a[threadIdx.x] = 1 end
END
printf '%s\n' v p p - >keys
picture '^ block=32 +│ block=64' kept.lua --keys=keys
printf '%s\n' v p p p p + >keys
picture '^ a=double +│ a=float' kept.lua --keys=keys

# An estimate that comes to the same is neither better nor worse; rows that have no room are told.
cat >"$dir/atomic.lua" <<'LUA'
grid(4) block(64)
local bins = shared("bins", int, 64)
function kernel() atomicAdd(bins, threadIdx.x // 16, threadIdx.x) end
LUA
clean "$warplens" show "$dir/atomic.lua" --arch=7.0 --beside=--arch=9.0 --view=compare >"$dir/two"
grep -qE '^ wavefronts +≈16 +=  16 *$' "$dir/two" && ! grep -q '[0-9] ✓' "$dir/two" ||
  fail "an estimate is not the same: $(cat "$dir/two")"
clean "$warplens" show "$dir/atomic.lua" --beside=block=32 --view=compare --size=100x28 >"$dir/two"
grep -qE ' rows 1–4 of [7-9]' "$dir/two" || fail "rows are missing: $(cat "$dir/two")"
