#!/bin/sh
# What Why lists is what the figure was made of, and its words are those of its case.
# usage: why.sh WARPLENS SOURCE
. "$(dirname "$0")/lib.sh"

# why FIGURE FILE [OPTION ...]: asks; what is shown lies in `out`, on lines of their own.
why() {
  figure=$1
  shift
  "$warplens" show --size 100x60 --why "$figure" "$@" >out 2>&1 || fail "no $figure: $*"
}

has() { grep -Eq -- "$1" out || { cat out; fail "no '$1' in $figure"; }; }
lacks() { if grep -Eq -- "$1" out; then cat out; fail "'$1' in $figure"; fi; }

# Constant memory: a pass for every address and 4 bytes of it; bytes of a wavefront play no part.
for type in float:1 double:2 float4:4; do
  passes=${type#*:}
  cat >constant.lua <<LUA
local d = constant("d", ${type%:*}, 2)
function kernel() if threadIdx.x < 4 then local a = d[threadIdx.x % 2] end end
LUA
  for cc in 9.0 3.5; do
    why ideal_wavefronts constant.lua --arch $cc
    has "why +ideal passes $passes "
    has "1 request of one address × $passes pass"
    lacks 'a wavefront|bytes asked /'
  done
  why efficiency constant.lua
  has "ideal $passes / cost $((2 * passes))"
  lacks 'one pass,'
done
echo 'local d = constant("d", double, 2)
function kernel() local a = d[0] end' >halves.lua
why ideal_wavefronts halves.lua --arch 1.3
has '2 requests of one address × 2 passes for 8 bytes +4$'

# Banks of cc 3.x: two words of a row of 256 bytes are one way, and each way is one line.
cat >rows.lua <<'LUA'
block(32)
local s = shared("s", float, 1024)
function kernel() local a = s[threadIdx.x * 32] end
LUA
why ways rows.lua --arch 3.5
has 'why +ways 16 '
lacks 'different 4-byte words'
has 'bank 0, row 0 +words 0 and 32 of s for lanes 0–1'
[ "$(grep -c 'bank 0, row ' out)" = 16 ] || fail "$(grep -c 'bank 0, row ' out) rows for 16 ways"
why ways rows.lua --arch 9.0
[ "$(grep -c 'bank 0 .* word [0-9]* of s for lane ' out)" = 32 ] || fail 'ways of cc 9.0'

# Atomics: lanes that share a word take turns; it stays one word.
cat >turns.lua <<'LUA'
block(32)
local s = shared("s", int, 128)
function kernel() local x = atomicAdd(s, threadIdx.x % 4, 1) end
LUA
why wavefronts turns.lua
has 'bank 0 has 1 word to serve, for 8 lanes one by one +8$'
has 'wave 8 +word 0 of s for lane 28'
lacks '8 words|lane 1$'

# The lanes named with a bank are those that want something of it.
cat >two.lua <<'LUA'
block(32)
local s = shared("s", float, 128)
function kernel() local a = s[threadIdx.x * 2] end
LUA
why wavefronts two.lua
has 'bank 0 has 2 words to serve, for lanes 0, 16 +2$'

# Wide local accesses: each row of 4 bytes a lane is looked up and served on its own.
cat >wide.lua <<'LUA'
local a = localmem("a", double, 64)
local v = localmem("v", float4, 64)
function kernel()
  a[3] = 1
  local x = v[3]
  x = a[threadIdx.x]
end
LUA
why tag_wavefronts wide.lua --line 4
has '8 bytes to local memory is 2 rows of 4 bytes a lane'
has 'tag wave 1 +row 1, lanes 0–31: line 0 in set'
has 'tag wave 2 +row 2, lanes 0–31: line 1 in set'
why wavefronts wide.lua --line 4
has '^ row 1 .* 1$'
has '^ row 2 .* 1$'
lacks 'tag wave [0-9]'
why wavefronts wide.lua --line 5
has '16 bytes to local memory is 4 rows'
has '^ row 4 .* 1$'
why tag_wavefronts wide.lua --line 6
has 'tag wave 9 +row 2, '
why tag_wavefronts wide.lua --line 6 --arch 8.0 # the longest rule is told to its end
has 'sure\.$'
echo 'local f = localmem("f", float, 64)
function kernel() f[threadIdx.x] = 1 end' >narrow.lua
why tag_wavefronts narrow.lua
has 'tag wave 8 +lanes '
lacks 'rows of 4 bytes'

# Atomics on shared memory: a loop is told turn by turn, and what adds 1 counts equal words.
cat >loop.lua <<'LUA'
local sum, n = shared("sum", float, 1), shared("n", uint, 8)
function kernel()
  if laneid() == 0 then sum[0] = 0 end
  __syncwarp()
  atomicAdd(sum, 0, 1.5)
  atomicAdd(n, laneid() // 4, 1)
end
LUA
why wavefronts loop.lua --step 2
has 'no instruction does this atomic, so a loop does: 32 lanes read first'
why wavefronts loop.lua --step 3
has 'TRY shared float'
has '32 lanes try to swap: 1 gets through, 31 must read and try again'
has 'a try: one lane of each bank gets through'
why wavefronts loop.lua --step 65
has '1 lane tries to swap, and gets through at last'
why wavefronts loop.lua --step 66
has '32 lanes add 1 to 8 words: equal words are counted at once'
has 'why +wavefronts 1 '
why wavefronts loop.lua --step 66 --arch 7.5
has 'why +wavefronts ≈?4 '
# Counted anew before cc 5.0, one loop with a lock: the first try has the whole cost.
"$warplens" diff loop.lua --arch 9.0,3.5 >out 2>&1 || fail "diff: $(cat out)"
figure=diff
has '64 wavefronts → 32 lock trips'

# The head above short values steps back where the name of the array would be cut.
"$warplens" show stride --step=1 --view=lanes --size=120x40 >out 2>&1 || fail 'no lanes'
grep -q '^ lane input val line  lane input val line ' out || { cat out; fail 'a head is cut'; }

# Lanes that share a word ask for more than is moved, which is no efficiency.
printf '%s\n' 'block(64)' 'local x = global("x", float, 64)' 'function kernel()' \
  '  local v = x[0]' 'end' >one.lua
"$warplens" report one.lua >out || fail 'no report'
figure=report
has '^  asked of moved  *400%$'
has '^  efficiency  *100%$'

# 16 bytes a lane on cc 3.x: a K80 counted 1, 1 and 2 transactions of 4, 8 and 16 bytes side by
# side. Two passes are the fewest there, and neither headline nor picture calls them a conflict.
printf '%s\n' 'local step = param("step", 1)' 'local s = shared("s", float4, 1024)' \
  'local of = param("of", "float4", { values = { "float", "float2", "float4" } })' \
  'local t = as(({ float = float, float2 = float2, float4 = float4 })[of], s)' \
  'function kernel() t[threadIdx.x * step] = t[threadIdx.x * step] end' >wide.lua
for case in 'float 1' 'float2 1' 'float4 2'; do
  "$warplens" show wide.lua "of=${case% *}" --arch 3.7 --view=banks --size=80x24 --step=1 >out ||
    fail "$case"
  figure=$case
  has 'no bank conflict'
  has '✓ no conflict'
  has "passes  *≈*${case#* } "
  grep -q '✗' out && { cat out; fail "$case: a conflict"; }
done
why wavefronts wide.lua --arch 3.7
has 'counted what it says of lanes side by side'
figure='two steps'
"$warplens" show wide.lua step=2 --arch 3.7 --view=banks --size=80x24 >out || fail 'two steps'
has '✗ conflict'
has '4 passes, not 2'

exit $bad
