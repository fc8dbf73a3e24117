#!/bin/sh
# Without a screen: commands as lines, answers as sentences, nothing but appended.
. "$(dirname "$0")/lib.sh"
source=$source/tests/tui # whose patterns stay as they are: steps are counted
cd "$dir"

# commands LINE...: what standard input will have.
commands() { [ $# = 0 ] && : >commands || printf '%s\n' "$@" >commands; }

# say SCRIPT-AND-OPTIONS...: what the commands come to is in `out`. A reader of screens
# gets every byte: no sign is there to be seen, no line is long or ends inside a number.
say() {
  got=0
  clean $bound "$warplens" --plain "$@" >out 2>err <commands || got=$?
  ! LC_ALL=C grep -n "$(printf '[\001-\011\013-\037\177-\377]')" out || fail "--plain $*: signs"
  awk '/^(> |Line |At: |The line is: |It is here: |This picture )/ { last = ""; next }
    length > 79 || (last ~ /[0-9]$/ && /^[0-9.,%]/) { print; bad = 1 }
    { last = $0 } END { exit bad }' out || fail "--plain $*: such lines"
}
lacks() { ! grep -E -e "$1" out || fail "'$1' is told"; }
has() { grep -qE -e "$1" out || { cat out; fail "no '$1'"; }; }
has_not() { ! grep -qE -e "$1" out || { cat out; fail "'$1' is said"; }; }
# after COMMAND: what was said to it.
after() { awk -v c="> $1" '/^> / { on = $0 == c } on && !/^> /' out; }
answers() { after "$1" | grep -qE -e "$2" || { cat out; fail "'$1' does not give '$2'"; }; }

# A log: the title, then each command and its answer.
commands worst banks 'wave-next 2' 'lane 5' why p + u ':sum(output)' 'why ways' '' \
  'find excess>0' n=7 q next
say transpose pad=0 n=64
[ $got = 0 ] || fail "exit status $got"
has '^Matrix transpose\.$'
has '^Parameter pad is 0: '
answers worst '^Step 72: instruction 10 of 17 of warp 0, block 0, 0\.$'
answers worst '^Line [0-9]+: output'
answers worst '^Bad: 32 lanes want bank 0: '
answers worst '^Rule, vendor: one word per bank'
answers worst 'wavefronts 32, ideally 1'
answers banks '^Bank 0: 32 words\.$'
answers banks '^Wavefront 32 of 32: bank 0 serves word 992 to lane 31\.$'
answers 'wave-next 2' '^Wavefront 2 of 32: '
answers 'wave-next 2' '^Why: lane 2 waits: bank 0 is taken by lane 1; 29 more wait\.$'
answers 'lane 5' '^Lane 5: tile\[5\]\[0\] = [0-9]+, byte 640, in word 160, bank 0, wavefront 6\.$'
answers why '^Why wavefronts 32: '
answers why '^Source, vendor: '
answers p '^Parameter pad is 0, from 0 to 8: '
answers + '^Changed: pad 0 to 1\.$'
answers + 'wavefronts 1, before 32, ideally 1'
answers u 'wavefronts 32, before 1'
answers ':sum(output)' '^sum\(output\) is 8386560\.0\.$'
answers 'why ways' '^Why ways 32: '
answers '' '^Step 73: '
answers 'find excess>0' '^2 of 128 with excess>0\.$'
answers n=7 '^Hint: it is a whole number from 32 to 4096\.$'
has_not '^> next' # q has left

# Behind the parameters come block, grid and the types of arrays, and stay chosen when set.
cat >launch.lua <<'END'
local k = param("k", 1, {min = 1, max = 4})
grid(2) block(64)
local a = global("a", float, 4096)
function kernel() a[blockIdx.x * blockDim.x + threadIdx.x * k] = k end
END
commands p p + p more u p p p less @
say launch.lua
answers p '^Parameter k is 1, from 1 to 4\.$'
answers p '^Parameter block is 64: threads\.$'
answers p '^It may be 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024\.$'
answers + '^Changed: block 64 to 128\.$'
answers p '^Parameter grid is 2: blocks\.$'
answers more '^Changed: grid 2 to 4\.$'
answers u '^Changed: grid 4 to 2\.$'
answers p '^Parameter a is float: type of its elements\.$'
answers less '^Changed: a float to '
has 'warplens launch.lua --plain .*block=128'

# What is asked is a stop; a comment there does not tell the answer, nor
# does what the script is about. While presenting the next key gives it.
cat >column.lua <<'END'
about "it takes 32"
local s = shared("s", float, 32, 32)
local o = global("o", float, 32)
function kernel()
  o[threadIdx.x] = 1
  ::column::
  s[threadIdx.x][0] = 1 -- it takes 32
end
at("column", { ask = { figure = "wavefronts", array = s, choices = {1, 32} } })
END
commands stop-next text stop-previous source
say column.lua
answers stop-next '^Question: How many wavefronts does the warp need for s\?$'
answers stop-next '^Line 7: s\[threadIdx.x\]\[0\] = 1$'
[ "$(grep -c -- '-- it takes 32' out)" = 0 ] || fail 'the answer is told'
answers text '^it takes 32\.$' # what the author says first
answers stop-previous 'No barrier, mark or question before'
commands stop-next shuffle 'arch 2.0'
say column.lua
answers shuffle 'no lane reads from another; 1 shows the addresses of the lanes\.$'
answers 'arch 2.0' '^Changed: cc 9\.0 to 2\.0\.$' # also while all is hidden
answers 'arch 2.0' '^Question: '
commands 'stop-next 1' stop-next
say column.lua --present
answers stop-next '^Answer: 32\.$'
has_not 'was said'

# Slides: what is good has its picture and a sentence; what nobody asks about is none of them;
# where the answer is a figure there is the rule, once, and where it is the script's own, neither.
cat >slides.lua <<'END'
local s, w = shared("s", float, 64), shared("w", float, 64)
function kernel()
  local t = threadIdx.x
  for turn = 0, 2 do
    s[t] = turn
    __syncthreads()
  end
  ::hot::
  s[t] = 3
  ::next::
  s[t] = 4
  w[t * 2] = 5
end
at("hot", { ask = { text = "Is it hot?", choices = { "yes", "no" }, answer = "no" } })
at("next", { ask = { figure = "wavefronts", array = s } })
END
commands stop-next stop-next stop-next stop-next 'stop-next 2' 'stop-next 5'
say slides.lua --present
[ "$(grep '^Fact' out | cut -d. -f1 | tr '\n' ';')" = "$(tr '\n' ';' <<'END'
Fact 1 of 1, where the lanes go
Fact 1 of 1, make a prediction
Fact 1 of 1, the answer
Fact 1 of 1, make a prediction
Fact 1 of 3, the answer
Fact 3 of 3, why
Fact 4 of 4, what it costs
END
)" ] || { grep '^Fact' out; fail 'other slides'; }

# What hardware counted comes last; with settings that nobody measured it does not.
cat >counted.lua <<'END'
local k = param("k", 1)
local a, b = global("a", float, 64), global("b", float, 64)
measured{ chip = "H200", with = { k = 1 }, times = 2, gbps = 200, size = "64 floats",
          global = { load = { sectors = 8 } } }
measured{ chip = "H200", with = { k = 2 }, gbps = 5.5 }
function kernel() b[threadIdx.x] = a[threadIdx.x * k % 64] end
END
commands 'stop-next 2' :k=3
say counted.lua --present
answers 'stop-next 2' '^Fact 2 of 2, measured on hardware\.$'
answers 'stop-next 2' '^H200 counters, of a launch 2 times as large: global load sectors 8, the'
answers 'stop-next 2' '^bandwidth of an H200 in GB/s, 64 floats: k=1, now, 200\.$'
answers 'stop-next 2' '^bandwidth of an H200 in GB/s: k=2 5\.5\.$'
answers :k=3 '^Fact 1 of 1, where the lanes go'
sed -i '/k = 2/d' counted.lua # one alone stands beside the size that it was measured at
say counted.lua --present
answers 'stop-next 2' '^bandwidth of an H200 in GB/s: 64 floats 200\.$'
[ "$(grep -c 'measured on hardware' out)" = 1 ] || fail 'counters said nothing of k=3'

# Of each step all facts are told, also where the one before had as many.
cat >facts.lua <<'END'
local s, w = shared("s", float, 64), shared("w", float, 64)
function kernel()
  ::hot::
  s[threadIdx.x] = 3
  w[threadIdx.x * 2] = 4
end
at("hot", { ask = { text = "Hot?", choices = { "yes", "no" }, answer = "no" } })
END
commands PageDown PageDown PageDown PageDown PageDown
say facts.lua --present
grep '^Fact' out | cut -d, -f1 | tr '\n' ';' >facts
grep -q 'Fact 1 of 1;Fact 1 of 1;Fact 1 of 5;Fact 2 of 5;' facts ||
  { cat facts; fail 'a fact is left out'; }

# A step without figures tells what was changed, too.
cat >mark.lua <<'END'
local k = param("k", 1)
local a = global("a", float, 64)
function kernel() mark("here") a[threadIdx.x] = k end
END
commands k=2 'arch 8.0'
say mark.lua
answers k=2 '^Changed: k 1 to 2\.$'
answers 'arch 8.0' '^Changed: cc 9\.0 to 8\.0\.$'

# A limit on one side is the only one that is told.
cat >limits.lua <<'END'
local k = param("k", 1, { min = 1 })
local a = global("a", float, 64)
function kernel() a[threadIdx.x] = k end
END
sed 's/min = 1/max = 5/' limits.lua >most.lua
"$warplens" show most.lua --keys="$(echo p >p.keys; echo p.keys)" --format=text >out
grep -q '^ k  1  up to 5  ' out || fail 'a limit above alone'
commands k=0 p
say limits.lua
answers k=0 '^Hint: it is a whole number from 1\.$'
answers p '^Parameter k is 1, from 1\.$'

# A value that does not run is taken back: the next change starts from what is shown.
cat >even.lua <<'END'
local n, k = param("n", 2), param("k", 1)
if n % 2 == 1 then error("n must be even") end
local a = global("a", float, 64)
function kernel() a[threadIdx.x] = k end
END
commands ':n=4' ':n=3' :k=2 @ u @
say ./even.lua
answers :n=3 'n must be even'
answers :k=2 '^Changed: k 1 to 2'
answers @ 'k=2 n=4|n=4 k=2'
answers u '^Changed: k 2 to 1'

# Playing ends with the instruction.
commands 'step 72' banks 'wave-next 2' play play
say transpose pad=0 n=64
[ "$(after play | grep -c '^Wavefront .* of 32: ')" = 30 ] || fail 'play is not 30 wavefronts'
[ "$(after play | grep -c '^Step ')" = 1 ] || fail 'the second play is not the next step'

# The same log every time, wherever.
commands worst banks play
say stride
mv out first
LC_ALL=C say stride --jobs 3
cmp -s first out || fail 'another log of the same commands'

# Every action says something, and no command is without an answer.
commands help
say stride
after help | sed -n 's/^\([a-z0-9-]*\) (.*): .*/\1/p' >actions
[ "$(wc -l <actions)" -gt 40 ] || fail 'help does not list the actions'
grep -v quit actions | sed '/^play$/d' >commands
say stride stride=2
grep . commands >said
while read -r action; do
  after "$action" | grep -q . || fail "$action says nothing"
done <said

# Every view has its sentences.
for view in lanes lines banks shuffle timeline source memory compare sweep; do
  commands "$view"
say shfl_xor
  [ "$(after $view | wc -l)" -gt 1 ] || fail "$view says nothing"
done

# What stands beside a run is told where the view was there already.
commands next m v 'beside stride=3'
say "${source%/tests/tui}/patterns/stride.lua"
answers 'beside stride=3' '^Beside this runs stride=3\.$'

# Each picture of a replay has the rule that makes it, as the screen has.
commands next m wave-next .
say "${source%/tests/tui}/patterns/stride.lua" stride=3
answers wave-next '^Rule, measured: one line per tag set and wavefront\.$'
answers . '^Rule, measured: each tag wavefront reads the banks on its own\.$'

# What a change costs in blocks is told, but not while it may be the answer to a question.
commands kib=64
say "${source%/tests/tui}/patterns/occupancy.lua"
lacks 'costs 5 blocks'
sed '/^at("reverse/,/^})/d' "${source%/tests/tui}/patterns/occupancy.lua" >blocks.lua
say blocks.lua
has 'costs 5 blocks: 3 instead of 8 per SM'
commands m kib=64
say blocks.lua
lacks 'costs 5 blocks'

# While a question stands: its answers by letter or in full, the source without its costs, and
# no replay. What came of it goes before the figures. A view is called by its key.
cat >stands.lua <<'END'
block(32)
local s = shared("s", float, 1024)
function kernel()
  ::column::
  s[threadIdx.x * 32] = 1
end
at("column", { ask = { figure = "wavefronts", choices = {1, 2, 32} } })
END
commands 'wavefront 2' 99 source 32 '' 0
say stands.lua
answers 'wavefront 2' '^Error: the replay is hidden with the figures\.$'
answers 99 '^Hint: a question stands: a to c answer it\.$'
answers source '^Line 5: s\[threadIdx.x \* 32\] = 1$'
! after source | grep -q excess || fail 'source tells the excess'
answers 32 '^1 answer so far'
[ "$(after '' | head -1)" = 'Right: 32.' ] || fail "$(after '')"
answers 0 '^View 0, text\.$'
commands stop-next b previous next # who comes back to a question hears it again
say column.lua
answers b '^1 answer so far'
! after b | grep -q Question || fail 'an answer repeats the question'
answers next '^Question: How many wavefronts'
answers next '^b: 32'
answers next '^1 answer so far'

# Another block tells nothing of what is asked about this one; who gives up sees it there.
commands 'stop-next 2' block-next mask block-previous
say "${source%/tests/tui}/patterns/transpose.lua" n=64
answers block-next 'figures are hidden'
! after block-next | grep -q 'want bank' || fail 'the other block tells it'
answers mask '32 lanes want bank 0'
answers block-previous '^Question: How many wavefronts'
commands 'stop-next 2' next block-next # … but of another access of the line
say "${source%/tests/tui}/patterns/transpose.lua" n=64
answers block-next 'STORE global'
answers block-next '8 sectors|4 sectors'

# What the slide of changed values shows is said.
for _ in 1 2 3 4 5 6; do echo PageDown; done >commands
say "${source%/tests/tui}/patterns/occupancy.lua" --present
has '^8 blocks of 8 warps: 64 of 64 per SM '
for _ in $(seq 24); do echo PageDown; done >commands
say "${source%/tests/tui}/patterns/race.lua" --present
has_not '^Hazards: ' # whether something is may be what is asked

# A question: hidden until it is answered; the hands of a class; the right answer.
commands next 'lane 3' B a '' ''
say shfl_xor --mask
answers next 'Question: '
has_not 'gets'

# What the mask asks of lanes it asks again behind one that gets nothing.
cat >lanes.lua <<'END'
block(32) local out = global("out", int, 32)
function kernel()
  if laneid() < 4 then out[laneid()] = __shfl_xor_sync(0xf, laneid(), 1) end
end
END
commands 'lane 4' 'lane 3'
say lanes.lua --mask
answers 'lane 3' '^Question: What does lane 3 get'

# Another figure of the sweep is said, and so are values without the name that the screen has.
commands 'stop-next 3' B '' sweep Down Up
say "${source%/tests/tui}/patterns/bank_stride.lua"
answers Down '^The whole grid: shared excess wavefronts'
answers Up '^The whole grid: shared wavefronts'
echo 'block(4) local g = global("g", float, 4):fill(function(i) return i end)
function kernel() g[threadIdx.x] = g[threadIdx.x] end' >four.lua
commands :g
say four.lua
answers :g '^g is 0 1 2 3\.$'
commands mask source # comments that tell answers are hidden, dashes and all
say "${source%/tests/tui}/patterns/stride.lua"
has '^Line [0-9]+: output'
has_not '^Line [0-9]+: .*-$'

# The view of an answered question whose script has run again is the one asked for.
commands 'stop-next 3' B '' p + lanes
say "${source%/tests/tui}/patterns/bank_stride.lua"
answers lanes '^View 1, lanes\.$'

commands mask 'why sectors' mask mask
echo 'block(32) local g = global("g", float, 32)
function kernel() mark("a") g[threadIdx.x] = 1 end' >m.lua
say m.lua
answers 'why sectors' 'figures are hidden'
answers 'why sectors' 'show them first'
answers mask '^Figures are hidden'
answers mask '^Figures are shown'
commands ':block=64'
say m.lua
answers ':block=64' '^Error: m.lua, line 2: with block=64: g\[32\]'
commands 'view banks' c B '' why
say texture_tile --tally votes.csv
has '^Question: '
has '^c: '
answers 'view banks' 'hidden'
answers c '^1 answer so far'
answers B '^2 answers so far'
answers '' '^Answer: 4, 0 of 2 correct\.$'
grep -q ',' votes.csv || fail 'no tally'

# A recording is played at once.
printf '%s\n' '# a lecture' w 'wait 5000' 3 : p a d = 1 Enter q >lecture.keys
commands
say transpose pad=0 n=64 --keys lecture.keys
answers 3 'Bank 0: 32 words'
answers Enter 'Changed: pad 0 to 1'
say transpose --keys missing.keys
[ $got = 5 ] || fail "a recording that is missing: $got"

# Mistakes are said, with what was meant.
commands nxt 'lane 32' 'lane x' 'view bank' 'next 0' 'line 1' ':pad=99' ':' '# so it is'
say transpose n=64
answers nxt "did you mean 'next'"
answers 'lane 32' "no lane '32'"
answers 'lane x' "no lane 'x'"
answers 'view bank' 'There are lanes, lines'
answers 'next 0' 'no number of times'
answers 'line 1' 'makes no step'
answers ':pad=99' '^Error: '
head -c 9000 /dev/zero | tr '\0' 'x' >commands
say stride
has 'no command'
printf 'x = = 1\n' >bad.lua
commands
say bad.lua
[ $got = 3 ] || fail "a script that is wrong: $got"
has '^Error: bad.lua, line 1: '
grep -q 'bad.lua:1' err || fail 'the log has the error, the terminal has not'
printf 'title("\033[2J\033]0;x\007 \302\233 \342\200\256evil")\ngrid(1) block(32)\n' >escape.lua
echo 'local a = global("\033[31m", float, 32) function kernel() a[threadIdx.x] = 1 end' >>escape.lua
clean LC_ALL=C "$warplens" --plain escape.lua </dev/null >out || :
! LC_ALL=C grep -q "$(printf '[\001-\011\013-\037\177-\377]')" out || fail 'a title got through'

# A script that does not end is stopped, and that is said.
echo 'grid(1) block(32)
local a = global("a", float, 32)
function kernel() while true do end end' >forever.lua
commands q
say forever.lua --timeout 0.3
[ $got = 4 ] || fail "a script without an end: $got"

# What does not go together; where output cannot be written.
clean "$warplens" --plain --record x stride </dev/null >out 2>err && fail 'records' || [ $? = 2 ]
clean "$warplens" --plain - </dev/null >out 2>err && fail 'two inputs' || [ $? = 2 ]
clean "$warplens" --plain stride </dev/null >/dev/full 2>err && fail 'a full device' || [ $? = 6 ]
commands
say stride -o sentences
grep -q '^Step 0' sentences || fail 'no sentences in a file'

# One picture.
clean "$warplens" show transpose pad=0 --step 72 --view banks --format plain >out
has '^Wavefront 1 of 32: '

# A terminal that can only append gets sentences without asking, and is told why.
open_terminal
start_line "TERM=dumb $warplens stride 2>err"
until_text '^Step 0: '
keys -l next
keys C-m
until_text '^Step 1: '
keys C-d
ends
grep -q 'TERM=dumb' "$dir/err" || fail 'nobody says why'

# At a terminal a script that is saved runs again; one that is wrong says so.
cp column.lua saved.lua
run_line clear
until_gone '^Step 0: ' # else that one is taken for the next
start_line "$warplens --plain saved.lua"
until_text '^Step 0: '
sed 's/threadIdx.x\]\[0\]/threadIdx.x % 4][0]/' column.lua >saved.lua
keys -l 'line 7'
keys C-m
until_text 'The script was saved, and has run again'
until_text 'threadIdx.x % 4'
echo 'function' >saved.lua
until_text '^Error: '
keys C-d
ends

# What is typed to stop a script does not wait for its end.
start_line "$warplens --plain forever.lua --timeout 1000"
runs() { ! childless "$(screen_pid)"; }
until_true runs
keys -l cancel
keys C-m
until_text 'stopped'
keys -l rerun
keys C-m
until_true runs
keys -l quit
keys C-m
ends

# Code is not spelled as a sentence is.
cat >layout.lua <<'LUA'
block(32)
local tile = shared("tile", float, 32, 32)
function kernel() tile[threadIdx.x][0] = 1 end
LUA
printf 's\ns\n' | clean "$warplens" --plain layout.lua >"$dir/said"
grep -q '^tile\[.*\]: 32 to 1 wavefronts\.$' "$dir/said" &&
  grep -q '^shared("tile", .*: 32 to 1 wavefronts\.$' "$dir/said" || fail "$(cat "$dir/said")"
# Nobody is told before the question that nothing is in excess.
printf 'w\n' | clean "$warplens" --plain "${source%/tests/tui}/patterns/coalesced.lua" >"$dir/said"
tail -1 "$dir/said" >"$dir/last"
grep -q '^Answer first: ' "$dir/last" || fail "$(cat "$dir/said")"
# What has been answered is no longer to come.
cat >two.lua <<'LUA'
block(32)
local a = global("a", float, 1024)
function kernel()
  ::first::
  a[threadIdx.x] = 1
  ::second::
  a[threadIdx.x * 32] = 1
end
at("first", { ask = { figure = "sectors", text = "First?", choices = { 4, 32 } } })
at("second", { ask = { figure = "sectors", text = "Second?", choices = { 4, 32 } } })
LUA
printf 'a\n\nnext\ntext\n' | clean "$warplens" --plain two.lua >"$dir/said"
grep -q '^Line 5 asks: First? A 4, B 32\.$' "$dir/said" || fail "$(cat "$dir/said")"
