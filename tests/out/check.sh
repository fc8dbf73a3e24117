#!/bin/sh
# `warplens check`: what a script can do to its grade is to solve the exercise. Each
# answer below is graded by one rubric, in every format.
. "$(dirname "$0")/lib.sh"

expect() { # STATUS PATTERN ARGUMENTS...
  status=$1 pattern=$2
  shift 2
  got=0
  text=$("$warplens" "$@" 2>&1) || got=$?
  if [ "$got" != "$status" ] || ! printf '%s\n' "$text" | grep -qe "$pattern"; then
    fail "$(printf 'warplens %s: exit status %s, not %s, or no "%s":\n%s\n' "$*" "$got" "$status" \
      "$pattern" "$text")"
  fi
}

exercise=$source/patterns/exercise_transpose.lua
rubric=$source/patterns/rubrics/exercise_transpose.lua

# ANSWER STATUS SCORE OUTCOMES: the five cases by their first letters, in each format.
# What a format says must not depend on what the script says.
limit=10
graded() {
  "$warplens" check "$1" --rubric "$rubric" --timeout $limit --format json -o out.json \
    2>err && got=0 ||
    got=$?
  same "$got" "$2" "$1: exit status"
  same "$(jq -r .score out.json)" "$3" "$1: score"
  same "$(jq -r '[.checks[].outcome[0:1]] | join("")' out.json)" "$4" "$1: outcomes"
  "$warplens" check "$1" --rubric "$rubric" --timeout $limit --format gradescope -o out.gs \
    2>err || :
  same "$(jq -r .score out.gs)" "$3" "$1: Gradescope"
  same "$(jq -r '[.tests[].score] | add' out.gs)" "$3" "$1: Gradescope, test by test"
  same "$(jq -r '[.tests[].max_score] | add' out.gs)" 10 "$1: Gradescope, of"
  same "$(jq -r '[.tests[].status[0:1]] | join("")' out.gs)" \
    "$(printf %s "$4" | tr b f)" "$1: Gradescope, status"
  same "$(jq -r '[.tests[].visibility] | unique | join(" ")' out.gs)" 'after_due_date visible' \
    "$1: visibility"
  jq -r '.checks[].message' out.json >messages
  "$warplens" check "$1" --rubric "$rubric" --timeout $limit --format junit 2>err >out.xml || :
  xmllint --noout --schema "$source/tests/out/junit.xsd" out.xml 2>lint || fail "$1: $(cat lint)"
  same "$(xmllint --xpath 'count(//testcase)' out.xml)" 5 "$1: JUnit, cases"
  same "$(xmllint --xpath 'count(//testcase[not(*)])' out.xml)" \
    "$(printf %s "$4" | tr -d fb | wc -c | tr -d ' ')" "$1: JUnit, passed"
}
command -v jq >/dev/null && command -v xmllint >/dev/null || {
  echo 'skipped: jq or xmllint is missing'
  exit 77
}

sed 1d "$exercise" >untouched.lua # that line would name the rubric
graded untouched.lua 1 3 pppff
sed 's/float, T, T)/float, T, T + 1)/' untouched.lua >solved.lua
graded solved.lua 0 10 ppppp

# The answer to the input that the script itself has; a kernel that does next to nothing.
sed 's/tile\[threadIdx.x\]\[threadIdx.y + j\]/(y + j) + x * n/' solved.lua >hard_coded.lua
graded hard_coded.lua 1 0 fffff
# The input is overwritten to fit the output.
sed 's/output\[y + j\]\[x\] = .*/output[y + j][x] = 0 input[y + j][x] = 0/' solved.lua >erased.lua
graded erased.lua 1 0 fffff
# Less work: the array is smaller.
sed 's/^local T <const>/n = 32\nlocal T <const>/; s/^local n = /local n, _n = 32, /' solved.lua \
  >small.lua
graded small.lua 1 1 pffff
# Smaller elements, in which other values would be right.
sed 's/"output", float/"output", half/' solved.lua >half_output.lua
graded half_output.lua 1 0 fffff
grep -q 'output must be an array of 96 x 96 float in global memory' messages ||
  fail "half: $(cat messages)"
sed 's/, float,/, char,/' solved.lua >char.lua
graded char.lua 1 0 fffff
# Cheap where it is only counted.
sed 's/^function kernel()/function kernel() if n >= 64 then return end/' solved.lua >idle.lua
graded idle.lua 1 1 pffff
# No barrier.
sed '/__syncthreads/d' solved.lua >racing.lua
graded racing.lua 1 0 fffff
grep -q 'hazards total is 1, expected 0$' messages &&
  grep -q 'Put __syncthreads() between line 26 and line 33' messages ||
  fail "racing: $(cat messages)"
# No shared memory at all.
cat >without.lua <<'END'
local n = param("n", 256)
grid(n // 32, n // 8) block(32, 8)
local input = global("input", float, n, n)
local output = global("output", float, n, n)
function kernel()
  local x, y = blockIdx.x * 32 + threadIdx.x, blockIdx.y * 8 + threadIdx.y
  output[x][y] = input[y][x]
end
END
graded without.lua 1 2 ppfff

# What it says of itself: names that would end a string, a line, a document.
{
  cat "$exercise"
  cat <<'END'
title "]]></failure></testsuite> ok 1 - Bail out! \27[2J \0 \255"
for _, name in ipairs { "ok 4 - no bank conflicts", "Bail out!", "1..0 # skip", "]]>", "\27]0;x\7",
  "</testcase><testcase name='x'/>", '","score":100,"x":"', "5 of 5 checks passed", "\xff\xfe",
  "not ok 1 \\# skip", "…\u{202e}" } do
  expect(name, function(r) return true, "ok 9 - forged" end)
  expect(name .. " again", function(r) error("ok 9 - forged\n1..0\n\27[2J]]>") end)
end
END
} >forged.lua
graded forged.lua 1 3 pppff
"$warplens" check forged.lua --rubric "$rubric" >out.txt || :
same "$(grep -c "$(printf '\033')" out.txt)" 0 'escape sequences as text'
same "$(tail -n 2 out.txt | head -n 1)" "3 of 5 checks passed, 3 of 10 points" "points"
printf 'expect("a\\nok 4", function(r) return true end)\nfunction kernel() end\n' >two.lua
expect 3 'the name must be one line' check two.lua

# It cannot be run: every case is listed, and none is met.
broken() { # NAME MESSAGE
  graded "$1" 1 0 fffff
  grep -q "$2" messages || fail "$1: no \"$2\" in: $(cat messages)"
}
limit=0.1
echo 'while true do end' >endless.lua
broken endless.lua 'still running after'
{ cat solved.lua; echo 'function kernel() while true do end end'; } >spinning.lua
broken spinning.lua 'still running after'
limit=10
{ echo 'local s = "x" while true do s = s .. s end'; cat solved.lua; } >greedy.lua
broken greedy.lua 'grows without end\|make the string shorter'
{ cat solved.lua; echo 'error("ok 1 - transposes\n1..5\nBail out!")'; } >raising.lua
broken raising.lua 'ok 1 - transposes'
echo 'os.exit(0)' >exit.lua
broken exit.lua 'a script cannot reach the system'
echo 'function kernel(' >syntax.lua
broken syntax.lua 'expected near'
echo 'case("mine", { points = 100 }, function(r) end)' >own_case.lua
broken own_case.lua 'case() belongs to a rubric'
sed 's/"input"/"inpout"/' solved.lua >renamed.lua
graded renamed.lua 1 0 fffff
grep -q 'the script has no array "input"' messages || fail "renamed: $(cat messages)"
sed 's/float, n, n)$/float, n * n)/; s/output\[y + j\]\[x\]/output[(y + j) * n + x]/' solved.lua \
  >flat.lua
graded flat.lua 1 0 fffff
# Other types than those that the rubric fills.
sed 's/"input", float,/"input", float2,/; s/:fill(.*)$//; s/= input\[y + j\]\[x\]/&.x/' solved.lua \
  >wide.lua
graded wide.lua 1 0 fffff
grep -q 'cannot be filled: its elements are float2, and it gets a plain number' messages ||
  fail "wide: $(cat messages)"
graded missing.lua 5 0 fffff
[ ! -s err ] || fail "missing.lua: $(cat err)"

# A case counts on the generation that it names: only the old ones have transactions.
printf 'case("a", { arch = "1.0" }, function(r) return r.global.transactions > 0 end)\n' >old.lua
expect 0 'of 1 points' check solved.lua --rubric old.lua

# The bundled rubric is the one of that name, whatever the student's folder has; a file of that
# name has a slash or an end. What was taken is in every result.
mkdir student
cp solved.lua student/solution.lua
cd student
echo 'case("x", { points = 10 }, function() return true end)' >exercise_transpose
cp exercise_transpose exercise_transpose.lua
cp exercise_transpose other
cp exercise_transpose ../same.lua
bundled=$source/patterns/rubrics/exercise_transpose.lua
for format in text junit gradescope json; do
  expect 0 "'exercise_transpose' is the bundled rubric; the file here is ./exercise_transpose$" \
    check solution.lua --rubric exercise_transpose --format $format
  "$warplens" check solution.lua --rubric exercise_transpose --format $format >../out 2>/dev/null
  "$warplens" check solution.lua --rubric "$bundled" --format $format >../wanted 2>../err
  cmp -s ../out ../wanted || fail "$format: not the grade of the bundled rubric"
  [ ! -s ../err ] || fail "a path is clear: $(cat ../err)"
  grep -qF "$(basename "$bundled")" ../out || fail "$format: no word of the rubric"
  grep -qF solution.lua ../out || fail "$format: no word of the script"
done
for own in ./exercise_transpose exercise_transpose.lua; do
  expect 0 '10 of 10 points' check solution.lua --rubric $own
  for format in text junit gradescope json; do
    "$warplens" check solution.lua --rubric $own --format $format >../out
    grep -qF -e "$own" ../out || fail "$format: no word of $own"
  done
done
expect 5 "no bundled rubric is called 'other'" check solution.lua --rubric other
expect 5 'the file here is ./other' check solution.lua --rubric other --format gradescope -o kept
rm exercise_transpose.lua
expect 5 "the bundled rubric is called 'exercise_transpose'" check solution.lua \
  --rubric exercise_transpose.lua
cd ..

# A rubric that is wrong is nobody's failure, but what an earlier script got is not kept.
echo old >kept
printf 'case("a", {}, function(r) end\n' >wrong.lua
expect 3 'wrong.lua:.*expected' check solved.lua --rubric wrong.lua --format gradescope -o kept
grep -q 'nothing is known of the script' kept || fail "results of a wrong rubric: $(cat kept)"
wrong() { # PATTERN TEXT
  printf '%s\n' "$2" >wrong.lua
  expect 3 "$1" check solved.lua --rubric wrong.lua
}
wrong 'has no case' '-- nothing'
wrong 'unknown field "point"' 'case("a", { point = 1 }, function(r) end)'
wrong 'points must be' 'case("a", { points = -1 }, function(r) end)'
wrong 'visibility must be' 'case("a", { visibility = "secret" }, function(r) end)'
wrong 'arch is no GPU' 'case("a", { arch = "9.9" }, function(r) end)'
wrong 'already' 'for i = 1, 2 do case("a", {}, function(r) end) end'
wrong 'belongs to a script' 'local a = global("a", float, 1)'
wrong 'cannot reach files' 'io.open("x")'
wrong 'has no figure "wavefront"' 'case("a", {}, function(r) equal(r.shared.wavefront, 1) end)'
wrong 'returns nothing' 'case("a", {}, function(r) end)'
wrong 'a rubric has no kernel' 'case("a", {}, function(r) end) function kernel() end'
wrong 'returns a number: it must return a condition' 'case("a", {}, function(r) return 0 end)'
wrong 'not judged, since the check itself fails' 'case("a", {}, function(r) return 0 end)'
wrong 'gets nil' 'case("a", { fill = { input = function() end } }, function(r) return true end)'
expect 2 'json$' check solved.lua --format xml
printf 'while true do end\n' >wrong.lua
expect 4 'wrong.lua:1.*still running' check solved.lua --rubric wrong.lua --timeout 0.5
expect 5 'nowhere.lua: No such file' check solved.lua --rubric nowhere.lua
# What a type cannot hold is met by nothing, and no tolerance makes an infinity right.
typed() { # TYPE KERNEL EXPECTED STATUS PATTERN
  printf 'local o = global("output", %s, 4)\nfunction kernel() %s end\n' "$1" "$2" >typed.lua
  printf 'case("a", {}, function(r) same(r.arrays.output, %s) end)\n' "$3" >typed_rubric.lua
  expect "$4" "$5" check typed.lua --rubric typed_rubric.lua
}
typed half '' '70000, 1e-5' 1 'output\[0\] is 0, expected 70000, which half cannot hold'
typed half 'o[0] = 1e6 o[1] = 1e6 o[2] = 1e6 o[3] = 1e6' '1e6, 0.1' 1 'is inf, expected 1000000'
typed float 'for i = 0, 3 do o[i] = 1 / 0 end' '1e30, 0.5' 1 'output\[0\] is inf, expected 1e+30'
typed float 'for i = 0, 3 do o[i] = 1 / 0 end' '1 / 0' 0 '1 of 1'
typed float 'for i = 0, 3 do o[i] = 0.1 end' '0.1' 0 '1 of 1'
typed float '' '1 / 0, 1e-5' 1 'output\[0\] is 0, expected inf'
typed char 'for i = 0, 3 do o[i] = 200 end' '200' 1 'is -56, expected 200, which char cannot hold'
typed uint 'for i = 0, 3 do o[i] = -1 end' '-1' 1 'expected -1, which uint cannot hold'
typed ulonglong 'for i = 0, 3 do o[i] = -1 end' '-1' 0 '1 of 1'
typed longlong 'for i = 0, 3 do o[i] = 1 << 62 | 1 end' '1 << 62' 1 'expected 4611686018427387904'
typed int 'for i = 0, 3 do o[i] = 2 end' '2.5' 1 'output\[0\] is 2, expected 2.5, which int'
typed int 'for i = 0, 3 do o[i] = 2 end' '2.5, 0.5' 0 '1 of 1'
typed int 'for i = 0, 3 do o[i] = 2 end' '2.0' 0 '1 of 1'
typed half2 'for i = 0, 3 do o[i] = make_half2(1, 2) end' '{ x = 1, y = 1e5 }' 1 \
  'output\[0\].y is 2, expected 100000, which half cannot hold'
printf 'case("a", {}, function(r) equal(1 / 0, 5, 0.1) equal(5, 1 / 0, 0.1) end)\n' >named.lua
expect 1 'expected 5' check solved.lua n=32 --rubric named.lua
expect 1 'expected inf' check solved.lua n=32 --rubric named.lua
# A message names what was asked for, whatever else has the same value.
printf 'case("a", {}, function(r) at_most(r.global.sectors, 9e9) at_least(r.block.y, 9)
  local n = r.global.load.requests equal(r.global.load.requests, n + 1) equal(n, 0) end)\n' \
    >named.lua
expect 1 'r.block.y is 8, expected at least 9' check solved.lua n=32 --rubric named.lua
expect 1 'global load requests is 32, expected 33' check solved.lua n=32 --rubric named.lua
expect 1 'global load requests is 32, expected 0' check solved.lua n=32 --rubric named.lua
# In its own checks the arrays of a script hold what the kernel left there.
cat >own.lua <<'END'
grid(2) block(32)
local pair = struct("pair", {"x", float}, {"y", int})
local out, pairs_of = global("out", int, 2, 32), global("pairs", pair, 4)
local table_of, tile = constant("table", float, 4):fill(3), shared("tile", int, 4)
function kernel() out[blockIdx.x][threadIdx.x] = 7 pairs_of[1].y = 5 end
expect("all", function(r)
  return out[1][3] == 7 and table_of[1] == 3 and pairs_of[1].y == 5 and as(int2, out)[17].y == 7
    and as(int, pairs_of)[3] == 5 and pairs_of[0].y == 0
end)
END
expect 0 '1 of 1 checks passed' check own.lua
for broken in 'out[0][0] = 3@stores nothing' 'out:fill(3)@stores nothing' \
  'return tile[0] == 0@shared memory does not exist' 'return out[2][0] == 7@row 2 is outside'; do
  (cat own.lua && printf 'expect("no", function(r) %s end)\n' "${broken%@*}") >not_own.lua
  expect 3 "${broken#*@}" check not_own.lua
done

# Where a judgement takes too long, what it looks at may be to blame.
printf 'case("a", {}, function(r) while true do end end)\n' >wrong.lua
expect 1 '0 of 1 checks passed' check solved.lua --rubric wrong.lua --timeout 0.5

# A process of checks that is killed is not called slow.
printf 'while true do end\n' >wrong.lua
"$warplens" check solved.lua --rubric wrong.lua --timeout 60 2>err >out.txt &
pid=$!
child=
while [ -z "$child" ] && kill -0 $pid; do
  child=$(cat /proc/$pid/task/$pid/children 2>/dev/null) || sleep 0.05
done
kill -KILL $child
wait $pid && got=0 || got=$?
same "$got $(cat err)" \
  '4 warplens: wrong.lua: the process of the checks has ended early: signal 9' killed

# What a script calls, beside shuffles and barriers; and that cheap accesses hide no others.
cat >calls.lua <<'END'
local image = texture("image", float, 32, 4)
local a, b = global("a", int, 1024), global("b", int, 4)
local s = shared("s", int, 64)
function kernel()
  local t = threadIdx.x
  __pipeline_memcpy_async(s, t, a, t, 4) __pipeline_commit() __pipeline_wait_prior(0)
  tex2D(image, t, 0) tex2D(image, t, 1)
  atomicCAS(b, 0, 0, 1) atomicAdd(b, 1, 1) local old = atomicAdd(b, 2, 1)
  a[t * 32] = 1
  for i = 1, 9 do local z = b[0] end
end
expect("calls", function(r)
  equal(r.calls.__pipeline_memcpy_async, 1) equal(r.calls.__pipeline_commit, 1)
  equal(r.calls.tex2D, 2) equal(r.calls.atomicCAS, 1) equal(r.calls.__ldmatrix_x4, 0)
  equal(r.calls.__ldg, 0) equal(r.global.cas.requests, 1)
  equal(r.global.reduce.requests, 1) equal(r.global.atomic.requests, 1)
  at_most(r.global.efficiency, 1) at_most(r.global.store.efficiency, 0.125)
end)
END
expect 0 '1 of 1' check calls.lua
echo 'expect("slip", function(r) equal(r.calls.atomicAdd, 0) end)' >>calls.lua
expect 3 'r.calls has no "atomicAdd"' check calls.lua
expect 3 'r.global.reduce.requests' check calls.lua
# More expectations of its own than there can be are not left out in silence.
{ cat solved.lua; echo 'for i = 1, 70 do expect("e" .. i, function(r) return true end) end'; } \
  >many.lua
expect 0 'more than 64 checks' check many.lua --rubric "$rubric"
expect 4 'more than 64 checks' check many.lua

# What can go wrong, by kind; a slip is told with the kinds there are.
cat >chance.lua <<'END'
local inside = param("inside", 1)
block(64)
local output = global("output", float, 64)
local sum = shared("sum", float, 64)
function kernel()
  local t = threadIdx.x
  sum[t] = t
  __syncthreads()
  if t < 32 then
    sum[t] = sum[t] + sum[t + 32]
    if inside == 1 then __syncthreads() end
  end
  if inside == 0 then __syncthreads() end
  output[t] = sum[t % 32]
end
expect("none", function(r) equal(r.hazards.total, 0) end)
expect("no race", function(r) return r.hazards.read_after_write == 0 end)
expect("no barrier missed", function(r) at_most(r.hazards.divergent_barrier, 0) end)
expect("no other", function(r) equal(r.hazards.write_after_write, 0) end)
END
expect 0 '4 of 4' check chance.lua inside=0
expect 1 '1 of 4' check chance.lua
expect 1 'hazards total is 2, expected 0' check chance.lua
expect 1 '  line 10: thread 0 writes (block 0, warp 0, lane 0)' check chance.lua
expect 1 'hazards read_after_write is 1$' check chance.lua
expect 1 'hazards divergent_barrier is 1, expected at most 0' check chance.lua
# Who does not ask for hazards is told of races, and passes; of a barrier that some threads
# miss, and does not, since CUDA calls it undefined.
printf 'case("a", {}, function(r) return true end)\n' >unasked.lua
sed 's/if inside == 0 then \(__syncthreads()\) end/if inside == 2 then \1 end/' chance.lua >racy.lua
expect 0 'note: 1 hazard in lines\? [0-9].*, which the checks that passed' \
  check racy.lua inside=0 --rubric unasked.lua
expect 1 'CUDA leaves undefined what this kernel does' check chance.lua --rubric unasked.lua
expect 1 '  line 11: thread 0 waits (block 0, warp 0, lane 0)' check chance.lua --rubric unasked.lua
printf 'case("a", {}, function(r) return r.hazards.absent_lanes == 0 end)\n' >asked.lua
expect 0 'note: 2 hazards' check chance.lua --rubric asked.lua
same "$("$warplens" check chance.lua --rubric unasked.lua --format json |
  jq -c '.checks[].hazards')" 2 \
  'hazards of a case'
# Wrong values that a race may have made: the note says where it is, in whatever people read.
cat >barrierless.lua <<'END'
grid(1) block(64)
local output = global("output", float, 64)
local s = shared("s", float, 64)
function kernel()
  s[threadIdx.x] = threadIdx.x
  output[threadIdx.x] = s[63 - threadIdx.x]
end
expect("reversed", function(r) same(r.arrays.output, function(i) return 63 - i end) end)
END
expect 1 '^note: 1 hazard in lines 5 and 6, which may be why a check failed' check barrierless.lua
same "$(sed 's/^  output/  __syncthreads() output/; s/return 63/return 62/' barrierless.lua |
  "$warplens" check - | grep -c note)" 0 'no hazards of a check that fails'
same "$("$warplens" check solved.lua --rubric unasked.lua n=32 | grep -c note)" 0 'no hazards'
echo 'expect("slip", function(r) equal(r.hazards.races, 0) end)' >>chance.lua
expect 3 'r.hazards has no "races"' check chance.lua

# The script's own expectations.
expect 0 '3 of 3 checks passed' check solved.lua
expect 1 'shared excess_wavefronts is 63488, expected 0' check "$exercise"
expect 1 'most excess_wavefronts (63488): output' check "$exercise"
expect 3 'nothing to check' check -e 'g[tid]'
expect 3 'expected near' check syntax.lua
expect 4 'still running' check spinning.lua --timeout 0.5
expect 2 'cannot write --format=svg' check solved.lua --format svg
expect 2 'cannot write --format=junit' show solved.lua --format junit
expect 0 '2 of 2' check shfl_xor width=8
expect 0 '2 of 2' check stride stride=1
printf '%s\n' 'local k, a, b = param("k", 1), global("a", float, 512), global("b", float, 32)' \
  'grid(1) block(32) function kernel() b[threadIdx.x] = a[k * threadIdx.x] end' \
  'expect("no waste", function(r) equal(r.global.load.excess_sectors, 0) end)' >strided.lua
expect 0 '1 of 1' check strided.lua
expect 1 'global load excess_sectors is 12, expected 0' check strided.lua k=4
expect 0 '3 of 3' check transpose pad=1
# Every row and column of its input is another: a transpose that is none is told.
transpose=$source/patterns/transpose.lua
for variant in rows columns shared; do
  same "$("$warplens" report transpose variant=$variant n=64 --array 'output[3..4][32..34]' |
    tr '\n' ' ')" \
    'output[3][32] 2051 2115 2179 output[4][32] 2052 2116 2180 ' "transpose: $variant"
done
sed 's/output\[x\]\[y + j\]/output[y + j][x]/' "$transpose" >copied.lua
expect 1 'output\[0\]\[1\] is 1, expected 64' check copied.lua n=64 variant=rows
sed 's/x = blockIdx.y/x = blockIdx.x/; s/y = blockIdx.x/y = blockIdx.y/' "$transpose" >in_place.lua
expect 1 'output\[0\]\[32\] is 32, expected 2048' check in_place.lua n=64 pad=1
sed 's/blockDim.y do$/2 * blockDim.y do/' "$transpose" >half.lua
expect 1 'output\[0\]\[8\] is 0, expected 512' check half.lua n=64 pad=1
same "$("$warplens" check spinning.lua --timeout 0.5 --format json 2>err |
  jq '[.checks[] | select(.outcome == "failed")] | length')" 3 \
  'checks of a script that does not end'

# Final values do not depend on how many processes make them.
cat >sums.lua <<'END'
grid(64) block(64)
local bytes = global("bytes", uchar, 64 * 64)
local sum = global("sum", int, 4)
local last = global("last", int, 1)
local pair = global("pair", float2, 64)
function kernel()
  local i = blockIdx.x * 64 + threadIdx.x
  bytes[i] = i
  atomicAdd(sum, i % 4, 1)
  last[0] = blockIdx.x
  if threadIdx.x == 0 then pair[blockIdx.x] = make_float2(0.1, -i) end
end
END
for jobs in 1 2 3 16; do
  for array in bytes sum last pair; do
    "$warplens" report sums.lua --jobs $jobs --array $array
  done >values.$jobs
  cmp values.1 values.$jobs || fail "values of $jobs processes"
done
same "$(sed -n 's/^sum\[0\] //p; s/^last\[0\] //p' values.16 | tr '\n' ' ')" \
  '1024 1024 1024 1024 63 ' sums
same "$("$warplens" report sums.lua --array 'pair[1..2]')" 'pair[1] [0.1,-64] [0.1,-128]' vectors
same "$("$warplens" report sums.lua --array 'bytes[255..257]' --json | jq -c .values)" \
  '[255,0,1]' bytes
expect 2 'more than 65536' report solved.lua n=1024 --array output
expect 2 'arrays that are kept: bytes, sum, last, pair' report sums.lua --array total
expect 2 'no element 64' report sums.lua --array 'pair[60..64]'
expect 2 'no range' report sums.lua --array 'pair[3..1]'
expect 2 'each block has its own in shared memory' report solved.lua --array tile
expect 2 'global memory; arrays that are kept: input, output' report solved.lua --array tile
expect 2 'each thread has its own in local memory' report local_spill --array bins
expect 2 'a kernel only reads textures' report texture_tile --array image
expect 2 'no array .none.' report solved.lua --array none

# What becomes an integer is clamped where it was no integer before, as on the device.
cat >clamped.lua <<'END'
local o = global("o", int, 8)
local u = global("u", uint, 2)
function kernel()
  if threadIdx.x > 0 then return end
  o[0] = 1 / 0 o[1] = -1 / 0 o[2] = 0 / 0 o[3] = 3e9
  o[4] = int(2^63) o[5] = -2.9 o[6] = char(300.0) o[7] = 3000000000
  u[0] = -1.0 u[1] = -1
end
END
same "$("$warplens" report clamped.lua --array o --json | jq -c .values)" \
  '[2147483647,-2147483648,0,2147483647,2147483647,-2,44,-1294967296]' 'numbers as integers'
same "$("$warplens" report clamped.lua --array u --json | jq -c .values)" '[0,4294967295]' unsigned

# Structs, member by member.
cat >structs.lua <<'END'
local P = struct("P", { "x", float }, { "n", int, 2 })
local p = global("p", P, 32)
function kernel() p[threadIdx.x].x = 0.5 p[threadIdx.x].n[1] = threadIdx.x end
local function is(i) return { x = 0.5, n = { 0, i } } end
local function other(i) return is(3) end
expect("as they are", function(r) same(r.arrays.p, is) end)
expect("otherwise", function(r) same(r.arrays.p, other) end)
expect("too large", function(r) same(r.arrays.p, { x = 0.5, n = { 1 << 32, 0 } }) end)
expect("one", function(r) equal(r.arrays.p[3].n[1], 3); equal(r.arrays.p.type, "P") end)
END
same "$("$warplens" report structs.lua --array 'p[2]')" 'p[2] {"x":0.5,"n":[0,2]}' structs
expect 1 'p\[0\].n\[1\] is 0, expected 3' check structs.lua
expect 1 'p\[0\].n\[0\] is 0, expected 4294967296, which int cannot hold' check structs.lua
expect 1 '2 of 4 checks passed' check structs.lua
# A result that is not met is there from the beginning on, whatever becomes of the checker.
echo 'block(32) function kernel() while true do end end
  expect("ends", function(r) return true end)' >endless.lua
for format in junit gradescope json; do
  echo '{"score":100}' >result
  "$warplens" check endless.lua --timeout=60 --format=$format -o result &
  checker=$!
  tries=0
  until grep -q 'has not come to its end' result || [ $tries = 1200 ]; do
    tries=$((tries + 1))
    sleep 0.05
  done
  kill -9 $checker
  wait $checker 2>/dev/null || :
  grep -q 'has not come to its end' result ||
    fail "$format: killed, and the file says $(cat result)"
  ! grep -q '"score":100' result || fail "$format: an old result is left"
done
rm -f result.*

exit $bad
