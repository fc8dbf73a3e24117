#!/bin/sh
# What is pressed while a script runs comes at the same place again when it was recorded: values
# and what takes them back. That a run was stopped does not.
. "$(dirname "$0")/lib.sh"
cat >"$dir/slow.lua" <<'LUA'
local stride = param("stride", 1, { min = 1, max = 32 })
local turns = param("turns", 0, { min = 0, max = 90000, step = 100 })
grid(100)
block(128)
local a = global("a", float, 16384)
function kernel()
  local s = 0
  for i = 1, turns do s = s + i end
  a[threadIdx.x * stride] = s
  a[threadIdx.x] = s
end
LUA
cd "$dir"
open_terminal
resize 200 24
start_line "$warplens slow.lua --record=busy --print-state"
until_text ' 1/2 '
keys :turns=200 Enter :stride=2 Enter p + + + u u Escape 3 Down u U v p + Escape
until_text '^ stride=3 +. 32 lanes'
until_true childless "$(screen_pid)" # else q may come before the end of that run, or behind it
keys q
ends_with 0
until_text '^warplens slow.lua '
text | grep '^warplens slow.lua' >there
grep -q 'stride=4 turns=200 .*stride=3.* --at=step:[0-9]*,view:compare' there ||
  fail "$(cat there busy)"
for _ in 1 2; do
  clean "$warplens" show slow.lua --keys=busy --print-state >again
  diff there again || fail "another state: $(cat busy)"
done
start_line "$warplens slow.lua stride=2 --record=stop --timeout 1000"
until_text 'stride=2 .* 1/2 '
until_true childless "$(screen_pid)" # the first run is over: the next one is that which is stopped
keys :turns=90000 Enter
until_text 'turns=90000 .*running [0-9]'
until_text '^ x stop '
keys x
until_text 'stopped'
keys q
ends_with 0
! grep -qx x stop && grep -qx q stop || fail "$(cat stop)"

# So is a run of the lesson that a key goes to, whatever was run of the one before.
mkdir course
echo 'lesson{ topic = "T", order = 1, level = 1, minutes = 1, flip = "turns=90000" }' |
  cat - slow.lua >course/a.lua
echo 'lesson{ topic = "T", order = 2, level = 1, minutes = 1 }' | cat - slow.lua >course/b.lua
start_line "$warplens course/b.lua --present"
until_text ' fact 1/'
keys :turns=100 Enter :turns=200 Enter
until_text 'turns=200 .* fact 1/'
keys PPage PPage # the first stop, then the lesson before it
until_text 'turns=0 .*running [0-9]'
keys x
until_text 'stopped'
keys q
ends_with 0

# A slide stays while the script runs, and its fact when the run is over; so it does when the
# recording is played.
start_line "$warplens slow.lua stride=2 --present --record=slide --print-state"
until_text 'stride=2 .* fact 1/'
keys NPage
until_text 'where the lanes go .* fact 2/'
keys :turns=9000 Enter
until_text 'where the lanes go .* running [0-9]* %'
until_text 'where the lanes go .*turns=9000 .* fact 2/'
keys :turns=9100 Enter NPage
until_text 'where the lanes go .* running [0-9]* %'
until_text 'turns=9100 .* fact 3/'
keys q
ends_with 0
until_text '^warplens slow.lua '
text | grep '^warplens slow.lua' >there
grep -q -e ',fact:3' there || fail "another fact: $(cat there)"
clean "$warplens" show slow.lua stride=2 --present --keys=slide --print-state >again
diff there again || fail "another state: $(cat slide)"

# What goes to instructions waits for the first of them, and says so; x stops that, too.
cat >late.lua <<'LUA'
local s = 0
for i = 1, 3e8 do s = s + 1 end
grid(2)
block(32)
local a = global("a", float, 4096)
function kernel()
  a[threadIdx.x] = 1
  a[threadIdx.x * 32] = 2
  a[threadIdx.x] = 3
end
LUA
start_line "$warplens late.lua --print-state"
until_text 'the script is running'
keys w 5
until_text 'keys wait for the script; x stops it'
until_text ' 2/3 '
settled
keys q
ends_with 0
until_text '^warplens late.lua --at=step:1,view:timeline *$'
start_line "$warplens late.lua"
until_text 'the script is running'
keys w
until_text 'keys wait for the script'
keys x
until_text 'stopped'
keys q
ends

# No words say what an edit of the script has changed: the picture after it has none before.
start_line "$warplens slow.lua turns=30000 --print-state"
until_text ' 1/2 '
keys p + Escape
until_text 'stride=2 .*running [0-9]'
echo '-- edited' >>slow.lua
until_text 'running [0-9]'
until_true childless "$(screen_pid)"
until_text 'stride=2 .* 1/2 '
keys q
ends_with 0
until_text '^warplens slow.lua stride=2 turns=30000 *$'

# Who waits for many runs is told how many are to come, on a terminal; then the line is gone.
start_line "$warplens sweep slow.lua stride=1..16 turns=4000 --jobs=1 | tail -1"
until_text '[0-9]+ runs? to come'
until_text 'as the script has it'
text | grep -q 'to come' && fail 'the line stays'
clean "$warplens" sweep slow.lua stride=1..16 turns=4000 --jobs=1 2>told >/dev/null
[ ! -s told ] || fail "a file is told, too: $(cat told)"

# A script that has ended lets no key wait, though it did nothing and a sweep goes on.
cat >"$dir/none.lua" <<'LUA'
local n = param("n", 0, { min = 0, max = 64 })
block(32)
local a = global("a", float, 32)
function kernel()
  local x = 0
  for i = 1, n * 100000 do x = x + 1 end
  if n > 0 then a[threadIdx.x] = x end
end
LUA
start_line "$warplens none.lua --view=sweep --timeout=1000"
until_text 'touches no memory yet'
keys p
until_text '^ n  0 '
keys Escape x q
ends_with 0

# What is stopped is no longer to come.
start_line "$warplens slow.lua turns=20000 --view=sweep"
until_text 'of [0-9]+ runs to come'
keys x
until_text 'the sweep has what came so far'
until_text 'known'
text | grep -q 'to come' && fail 'what was stopped is still to come'
keys r # begins it anew
until_text 'of [0-9]+ runs to come'
keys x q
ends_with 0
