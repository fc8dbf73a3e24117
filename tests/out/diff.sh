#!/bin/sh
# `warplens diff`: settings on both sides of "--", generations, and what it refuses.
set -eu
warplens=$1
WARPLENS_DATA=$2
LC_ALL=C.UTF-8
export WARPLENS_DATA LC_ALL
bad=0

expect() { # STATUS PATTERN ARGUMENTS...
  status=$1 pattern=$2
  shift 2
  got=0
  text=$("$warplens" "$@" 2>&1) || got=$?
  if [ "$got" != "$status" ] || ! printf '%s\n' "$text" | grep -qe "$pattern"; then
    printf 'warplens %s: exit status %s, not %s, or no "%s":\n%s\n' "$*" "$got" "$status" \
      "$pattern" "$text"
    bad=1
  fi
}

expect 0 '≠   shared load    wavefronts       1,048,576          32,768$' \
  diff transpose pad=0 -- pad=1
# Each row has the sign for itself, and its numbers stand apart.
expect 0 '^ ≠                 bytes moved     134,217,728       4,194,304$' \
  diff transpose pad=0 -- pad=1
expect 0 '^                      requests          32,768          32,768$' \
  diff transpose pad=0 -- pad=1
expect 0 '^ ≠                transactions               2               -$' \
  diff -e 'g[tid]' --arch=1.3,9.0
expect 0 'bytes moved   134217728   134217728 ' diff transpose --arch=2.0,3.5,8.0,9.0
expect 0 'pad=0: 32 lanes want bank 0' diff transpose pad=0 -- pad=1
expect 0 'nothing: every line costs the same' diff -e 'g[tid]' k=1 -- k=2
expect 0 'sectors  *4  *12' diff -e 'g[tid * k]' k=1 -- k=3
expect 0 'k=3 j=2' diff -e 'g[tid * k + j]' j=2 k=1 -- k=3 j=2
expect 0 '"what":"4 sectors \\u2192 12 sectors, 3 times as many"' \
  diff --json -e 'g[tid * k]' k=1 -- k=3
# What one side leaves as the script has it is said where the other side sets it.
expect 0 'source line  *pad=0 n=64  *pad=1 n=64$' diff transpose n=64 -- pad=1
expect 0 'source line  *block=32,8  *block=32,4$' diff transpose -- block=32,4
expect 0 'source line  *tile=float  *tile=double$' diff transpose -- tile=double
expect 0 '^  pad=1 n=128 tile=double$' diff transpose pad=0 n=64 tile=double -- pad=1 n=128
# Of a name that is given twice the last one counts, and is told.
expect 0 'source line  *pad=0 n=64  *pad=3 n=64$' diff transpose n=64 pad=1 pad=0 -- pad=3
expect 0 'source line  *pad=2  *pad=3$' diff transpose pad=1 pad=2 -- pad=3
# Labels that look alike in narrow columns have wide ones.
expect 0 'source line  *9.0 variant=rows n=64  *8.0 variant=rows n=64$' \
  diff --arch=9.0,8.0 transpose n=64 -- variant=rows
expect 0 'source line  *transpose  *coalesced order=mixed$' diff transpose coalesced -- order=mixed
expect 2 'options come before it' diff -e 'g[tid * k]' k=1 -- k=2 --json
expect 2 'diff needs two things' diff -e 'g[tid]'
expect 2 'diff needs a script' diff --arch=9.0,9.0
expect 2 'takes one generation' report -e 'g[tid]' --arch=9.0,9.0
expect 2 'at most 8' diff -e 'g[tid]' --arch=9.0,9.0,9.0,9.0,9.0,9.0,9.0,9.0,9.0
expect 2 "unknown GPU generation '4.7'" diff -e 'g[tid]' --arch=9.0,4.7
expect 3 'whole number' diff -e 'g[tid * k]' k=1 -- k=1.5
expect 0 'bytes moved  *256  *256  *256' \
  diff -e 'g[tid * 2]' --arch=1.3,3.5,H200
expect 0 '≠   shared load    wavefronts           4           2           1           2$' \
  diff -e 's[tid * 2]' --arch=1.1,2.0,3.5,9.0
expect 0 'transactions  *2  *-' diff -e 'g[tid]' --arch=1.3,9.0
expect 0 'now: .measured. lanes that collide' diff -e 'atomicAdd(g, 0, 1)' --arch=2.0,9.0
expect 0 'cc 1.0 has no atomicAdd() of float' diff -e 'atomicAdd(g, 0, 1)' --arch=1.0,9.0
expect 0 'global atomic      sectors  *?  *32' \
  diff -e 'atomicExch(g, 0, 1)' --arch=1.1,9.0
expect 0 'bytes shared' report -e 'g[tid]' --arch=1.0
expect 0 ' 16368 bytes shared (assumed: s)' report -e 's[tid]' --arch=1.0
expect 0 'figures of 1 instruction are estimates on cc 5.2' report -e 'g[tid]' --arch=5.2
expect 2 'did you mean 8.6?' arch 8.7
expect 0 '^cc 2.0 ' arch 2.0:l1=cg
# Pieces and rules that change are changes, even where the sectors do not.
expect 0 '≠   global load       sectors  *12  *12  *12$' \
  diff -e 'g[tid*3]' --arch=1.3,2.0,9.0
expect 0 '2 requests → 1 request; 4 transactions → 3$' diff -e 'g[tid*3]' --arch=1.3,2.0
expect 0 '3 transactions → 12 sectors$' diff -e 'g[tid*3]' --arch=2.0,9.0
# Several generations: each thing once, with those that it is true of.
expect 0 '^   cc 1.3: 12 sectors, 384 bytes moved, 2 requests, 4 transactions$' \
  diff -e 'g[tid*3]' --arch=1.3,2.0,9.0
expect 0 '^   cc 2.0, cc 2.1: 12 sectors, 384 bytes moved, 1 request, 3 transactions$' \
  diff -e 'g[tid*3]' --arch=1.3,2.0,9.0,2.1
expect 0 '     .derived; cc 9.0: measured. ' diff -e 'atomicAdd(s, tid, 1)' --arch=2.0,8.6,9.0
expect 0 '"occupancy":{"blocks":8,.*"occupancy":{"blocks":32,' diff --json -e 'g[tid]' \
  --arch=1.3,9.0
expect 0 'before: .vendor. segments, shrunk' diff local_spill --arch=1.3,2.0
expect 0 'before: .vendor. whole lines through L1' diff local_spill --arch=2.0,9.0
expect 0 'now: .vendor. every touched sector' diff local_spill --arch=2.0,9.0
expect 0 'cc 7.0: the kernel cannot run there' diff cp_async --arch=7.0,9.0
expect 0 'nothing else: every line costs the same where the kernel runs' \
  diff cp_async --arch=7.0,9.0
expect 0 '1 global load, k=2: none' diff -e 'k == 1 and g[tid] or 0' k=1 -- k=2
expect 0 '2 passes → 1 pass, 2 times fewer;' diff -e 's[tid]' --arch=1.3,2.0
# One line in place of a file is called what it is, unless it may tell too much.
expect 0 '^s.tid.2. · grid 1 ' report -e 's[tid*2]'
expect 0 '^s.tid.32. · cc 9.0' suggest -e 's[tid*32]'
expect 0 '^s.tid.k./2 · cc 9.0 H200$' diff -e 's[tid*k]/2' k=1 -- k=2
expect 0 '^ s.tid.2.  *cc 9.0' show -e 's[tid*2]'
expect 0 '^ s.tid.2.$' show -e 's[tid*2]' --view text
expect 0 '^ -e  *cc 9.0' show -e 's[tid*2] -- 2 wavefronts' --mask
expect 0 '^   1  s.tid.2.  *LOAD' show -e 's[tid*2] -- 2 wavefronts' --mask
expect 0 '^ -e$' show -e 's[tid*2] -- 2 wavefronts' --mask --view text
# A chip is a choice of its own.
expect 0 'cc 9.0 H100  *cc 9.0  *cc 3.5 K20c' diff -e 'g[tid]' --arch=H100,H200,K20c
expect 0 '"chip":"H100"' diff --json -e 'g[tid]' --arch=H100,H200
expect 0 'cc 9.0 H100$' report -e 'g[tid]' --arch=H100
expect 0 '"arch":{"cc":"8.6","chip":"A40","mode":"default"}' report --json -e 'g[tid]' --arch=a40
expect 0 'cc 7.5 RTX 2070' suggest -e 's[tid * 32]' --arch='RTX 2070'
expect 0 'warplens -e .*--arch=gh200$' show -e 'g[tid]' --arch=GH200 --print-state
expect 2 'did you mean 9.0' report -e 'g[tid]' --arch=9
expect 2 'did you mean 9.0' report -e 'g[tid]' --arch=sm90
# Modes that the hardware leaves to choose.
expect 0 'wavefronts  *1  *2$' diff -e 's[tid * 3]' --arch=3.5,3.5:banks=8
expect 0 'transactions  *32  *32' diff -e 'g[tid * 32]' --arch=2.0,2.0:l1=cg
expect 0 'bytes moved  *4,096  *1,024' diff -e 'g[tid * 32]' --arch=2.0,2.0:l1=cg
expect 0 'bytes moved  *1,024  *4,096' diff -e 'g[tid * 32]' --arch=3.5,3.5:l1=ca
expect 0 'cc 3.5:banks=8 Tesla K40' report -e 's[tid]' --arch=3.5:banks=8
expect 0 '"chip":"K20c","mode":"l1=ca"' report --json -e 'g[tid]' --arch=k20c:l1=ca
expect 0 'cc 3.5 Tesla K40' report -e 's[tid]' --arch=3.5:banks=4
expect 0 'warplens -e .s.tid.. --arch=3.5:banks=8$' show -e 's[tid]' --arch=3.5:banks=8 \
  --print-state
expect 0 '3.0–3.7:banks=8 2 passes' show -e 's[tid * 3]' --view compare
expect 2 'cc 9.0 has no mode banks=8' report -e 's[tid]' --arch=9.0:banks=8
expect 2 'cc 9.0 has no mode banks=8' diff -e 's[tid]' --arch=3.5,9.0:banks=8
expect 2 "unknown mode 'banks=16'" report -e 's[tid]' --arch=3.5:banks=16
expect 3 'cc 3.0 has no cache "ca" for loads' report -e '__ldca(g, tid)' --arch=3.0
expect 0 'bytes moved *4,096' report -e '__ldca(g, tid * 32)' --arch=3.5
# Atomics on shared memory go round a lock before cc 5.0; what that moves is not known.
expect 0 'cc 2.0: 32 lock trips, ? bytes moved, 1 request' diff -e 'atomicAdd(s, 0, 1)' \
  --arch=2.0,7.0,9.0
expect 0 'lock trips  *32' show -e 'atomicAdd(s, 0, 1)' --arch=2.0 --size=120x40
# Occupancy: what a padding costs on an SM.
dir=$(mktemp -d)
printf 'a\n' >"$dir/next.keys" # what is given with a line of script stays with it
expect 0 'cc 10.0 B200' show -e 's[tid * k]' k=2 --keys "$dir/next.keys"
printf 'block(128)\nlocal s = shared("s", float, 25600)\nfunction kernel() s[0] = 1 end\n' \
  >"$dir/room.lua"
expect 0 '"limits":."shared".' report --json "$dir/room.lua"
cat >"$dir/pad.lua" <<'EOS'
local pad = param("pad", 0)
grid(1) block(256)
local s = shared("s", float, 6144 + pad * 256)
function kernel() s[threadIdx.x] = 1 end
EOS
expect 0 '≠   occupancy       blocks/SM  *2  *1$' diff --arch=3.0 "$dir/pad.lua" \
  pad=0 -- pad=1
expect 0 'nothing else: every line costs the same$' diff --arch=3.0 "$dir/pad.lua" pad=0 -- pad=1
expect 0 'occupancy, pad=0 → pad=1: 2 blocks → 1 block per SM, 2 times fewer$' \
  diff --arch=3.0 "$dir/pad.lua" pad=0 -- pad=1
expect 0 '49,152 bytes of an SM, 25,600 of a block .vendor.$' \
  diff --arch=3.0 "$dir/pad.lua" pad=0 -- pad=1
expect 0 '≠   occupancy       blocks/SM  *8  *16$' diff -e 'g[tid]' --arch=2.0,3.0
expect 0 'cc 2.0 → cc 3.0: 8 blocks → 16 blocks per SM, 2 times as many$' \
  diff -e 'g[tid]' --arch=2.0,3.0
expect 0 'limit: blocks, 16$' diff -e 'g[tid]' --arch=2.0,3.0
expect 0 'of 63 registers a thread$' diff -e 'g[tid]' --arch=9.0,3.5 --registers=63
rm -r "$dir"
# What a generation lacks, it lacks in a comparison, too.
expect 0 'cc 1.3 has no atomicAdd.. of float: it came with cc 2.0 .CUDA' \
  diff -e 'atomicAdd(g, tid, 1)' --arch=1.3,9.0
expect 0 '1.1 – 1.3        has no atomicAdd.. of float: it came with cc 2.0 .CUDA' \
  show -e 'atomicAdd(g, tid, 1)' --view compare --size=120x40
expect 0 'cc 1.3 has no atomicAdd.. of float: it came with cc 2.0 .CUDA' \
  show -e 'atomicAdd(g, tid, 1)' --why cc.1.3 --size=100x30
expect 0 'cc 2.0 has no shuffles: they came with cc 3.0 .CUDA' \
  diff -e '__shfl_xor_sync(0xffffffff, g[tid], 1)' --arch=2.0,9.0
expect 0 'cc 3.5 has no match: they came with cc 7.0 .CUDA' \
  diff -e '__match_any_sync(0xffffffff, tid)' --arch=3.5,9.0
# Two scripts: lines that do the same to arrays of one name stand together.
two=$(mktemp -d)
cat >"$two/direct.lua" <<'EOS'
local n = param("n", 32)
grid(1) block(32)
local from = global("from", float, 32 * 32)
local to = global("to", float, 32 * 32)
function kernel()
  to[threadIdx.x * n] = from[threadIdx.x]
end
EOS
cat >"$two/staged.lua" <<'EOS'
local n = param("n", 1)
grid(1) block(32)
local from = global("from", float, 32 * 32)
local result = global("result", float, 32 * 32)
local tile = shared("tile", float, 32)
function kernel()
  tile[threadIdx.x] = from[threadIdx.x]
  __syncthreads()
  result[threadIdx.x * n] = tile[threadIdx.x]
end
EOS
expect 0 '^Cost of each source line  *direct  *staged$' diff "$two/direct.lua" "$two/staged.lua"
expect 0 '^   6 → 9, global store, direct → staged: 32 sectors → 4 sectors' diff "$two/direct.lua" \
  "$two/staged.lua"
expect 0 '^>  9 shared load, direct: none$' diff "$two/direct.lua" "$two/staged.lua"
expect 0 '^   6 → 9, global store, direct n=8 → staged n=2: 32 sectors → 8 sectors' \
  diff "$two/direct.lua" n=8 -- "$two/staged.lua" n=2
expect 0 ' global store  *sectors  *8  *8$' diff "$two/direct.lua" "$two/staged.lua" n=2
expect 0 '^   6 → 9, global store, direct n=2 → staged n=1: 8 sectors → 4 sectors' \
  diff "$two/direct.lua" n=2 -- "$two/staged.lua"
expect 0 '^Cost of each source line  *9.0 direct  *9.0 staged$' \
  diff "$two/direct.lua" "$two/staged.lua" --arch=1.3,9.0
expect 0 '"line":6,"op":"store","second_line":9,' diff "$two/direct.lua" "$two/staged.lua" --json
expect 0 'nothing: every line costs the same' diff "$two/direct.lua" "$two/direct.lua"
expect 0 ' 1: direct  *2: direct$' diff "$two/direct.lua" "$two/direct.lua"
expect 2 'diff compares two files' diff "$two/direct.lua" "$two/staged.lua" transpose
expect 2 'at most 8 sides: 2 of each of 5' diff "$two/direct.lua" "$two/staged.lua" \
  --arch=1.0,1.3,2.0,3.5,9.0
expect 2 'at most 8 sides: 2 of each of 5' diff -e 'g[tid]' --arch=1.0,1.3,2.0,3.5,9.0 -- k=2
expect 6 'will not write over' diff "$two/direct.lua" "$two/staged.lua" -o "$two/staged.lua"
expect 2 'direct.lua: the script has no parameter "pad"' \
  diff "$two/direct.lua" "$two/staged.lua" pad=1
rm -r "$two"
# What all sides are of is said in every format: the script, the generation, what all are given.
for format in text html; do
  expect 0 'transpose.lua · cc 8.0 A100' \
    diff --arch=8.0 --format=$format transpose pad=0 n=64 -- pad=1
  expect 0 'transpose.lua · n=64' diff --arch=8.0,2.0 --format=$format transpose n=8 n=64
  expect 0 'transpose.lua · n=64' diff --arch=H100,H200 --format=$format transpose n=64
done
expect 0 '^  cc 9.0 H200$' diff transpose coalesced
expect 0 '^  pad=0 n=512 variant=shared block=32,8$' \
  diff transpose pad=0 n=512 variant=shared block=32,8 -- pad=1
expect 0 '^  grid=32,32 n=1024 pad=0 block=32,8 variant=shared$' \
  diff transpose -- block=32,8 grid=16,16 variant=shared n=512 pad=1
expect 0 '<b class="strong">What changed, and why</b>' diff -e 'g[tid]' --arch=1.0,9.0 --format html
expect 0 '^   global load *sectors .* 50%' report -e 'g[tid * 2 + (1 < 2 and 0)]' --format html
expect 0 'g.tid \* 2 + (1 &lt; 2 and 0).' report -e 'g[tid * 2 + (1 < 2 and 0)]' --format html
expect 0 '^{"arch"' report -e 'g[tid]' --format json
expect 2 'an array is written as text or JSON' report -e 'g[tid]' --array g --format html
expect 2 'report cannot write --format=svg' report -e 'g[tid]' --format svg
# Limits say whose they are, and who says so.
expect 2 'registers 64: cc 2.0 has at most 63 a thread (CUDA' report -e 'g[tid]' --arch=2.0 \
  --registers=64
expect 2 'registers 256: cc 9.0 has at most 255 a thread (CUDA' report -e 'g[tid]' --registers=256

# A script says what it is counted on, unless the user does.
own=$(mktemp)
rubric=$(mktemp)
trap 'rm -f "$own" "$rubric"' EXIT
echo 'case("any", { points = 1 }, function(r) return true end)' >"$rubric"
cat >"$own" <<'LUA'
-- arch "1.0" in a comment, or in "a string", says nothing
title 'arch "2.0"'
arch "A40"
local k = param("k", 1)
local g = global("g", float, 64)
local r = k == 1 and arch ("A40")
function kernel() g[threadIdx.x * k] = 1 end
expect("it is written", function(r) return true end)
LUA
expect 0 'cc 8.6 A40$' report "$own"
expect 0 '"arch":{"cc":"8.6","chip":"A40",' report --json "$own"
expect 0 'cc 7.0 Tesla V100$' report "$own" --arch=7.0
expect 0 'cc 8.6 A40$' check "$own"
expect 0 'cc 9.0 H200$' check "$own" --rubric="$rubric" # who is graded does not choose
expect 0 'cc 8.6' show "$own"
expect 0 "^warplens $own\$" show "$own" --print-state
expect 0 "^warplens $own --arch=9.0\$" show "$own" --arch=9.0 --print-state
expect 0 'line  *cc 7.0  *cc 9.0$' diff "$own" --arch=7.0,9.0
expect 0 'global store .*sectors .*4 .*8$' diff "$own" -- k=2
sed 's/"A40"/"2.0"/' "$own" >"$rubric" # two scripts, each with a generation of its own
expect 0 'source line  *8.6 A40 .*  2.0 ' diff "$own" "$rubric"
expect 0 '^  cc 7.0 Tesla V100$' diff --arch=7.0 "$own" "$rubric"
printf '%s\n' 'block(512)' 'arch("1.0")' 'function kernel() end' >"$own"
expect 0 'cc 1.0 ' report "$own"
printf '%s\n' 'local function arch(s) end' 'arch "1.0"' 'function kernel() end' >"$own"
expect 0 'cc 9.0 H200$' report "$own"
printf '%s\n' 'arch "3.5:banks=8"' 'function kernel() end' >"$own"
expect 0 'cc 3.5:banks=8 Tesla K40$' report "$own"
# Each generation runs the script for itself: from cc 7.0 on lanes meet wherever they call.
cat >"$own" <<'END'
local g = global("g", int, 1024)
function kernel()
  local t, here = threadIdx.x, 0
  if t < 16 then here = __ballot_sync(0xffffffff, true)
  else here = __ballot_sync(0xffffffff, true) end
  g[here == 0xffffffff and 32 * t or t] = 1
end
END
expect 0 'global store .*sectors .*4 .*32$' diff "$own" --arch=5.2,7.0
expect 3 '^warplens: .*: cc 3.5 has no reductions' diff -e '__reduce_add_sync(-1, 1)' --arch=3.5,7.5
expect 0 '^  cc 3.5 has no reductions' diff -e '__reduce_add_sync(-1, 1)' --arch=3.5,9.0
# Registers are those of the generation that the script is for.
printf '%s\n' 'arch "3.0"' 'function kernel() end' >"$own"
expect 2 'registers 64: cc 3.0 has at most 63 a thread' report "$own" --registers=64
expect 0 'cc 9.0' report "$own" --registers=64 --arch=9.0
exit $bad
