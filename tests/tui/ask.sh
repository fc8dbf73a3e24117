#!/bin/sh
# A class answers a question; the tally is in its file at every moment.
. "$(dirname "$0")/lib.sh"
cd "$dir"
cat >ask.lua <<'END'
local s = shared("s", float, 1024)
function kernel()
  ::column::
  s[laneid() * 32] = 1
end
at("column", { ask = { figure = "wavefronts", choices = {1, 2, 32} } })
END
open_terminal
start_line "$warplens ask.lua --tally=votes.csv"
until_text '[?] How many wavefronts does the warp need[?]'
text | grep -q '32 wavefronts' && fail 'the answer shows'
keys A C C
until_text '3 answers'
asked='"How many wavefronts does the warp need?"'
rows() { grep -c "^\"ask.lua\",4,\"\",\"9.0\",$asked,1,$1\$" votes.csv; }
[ "$(rows '"32",2,')" = 1 ] || fail "the tally is not kept: $(cat votes.csv)"
grep -q 'yes\|no$' votes.csv && fail "the tally tells the answer: $(cat votes.csv)"
keys Enter
until_text 'answer: 32, 2 of 3 correct'
[ "$(rows '"32",2,yes')" = 1 ] && [ "$(rows '"1",1,no')" = 1 ] || fail "$(cat votes.csv)"
keys q
ends_with 0

# What was there stays; and whoever dies leaves a whole file.
start_line "$warplens ask.lua --tally=votes.csv"
until_text 'How many wavefronts'
keys B
until_text '1 answer'
kill -9 "$(screen_pid)"
ends_with 137 # or the next line has the status of this one
[ "$(wc -l <votes.csv)" = 7 ] || fail "$(cat votes.csv)"
grep -q "$asked,2,\"2\",1,\$" votes.csv || fail "no second vote: $(cat votes.csv)"

# No other file is touched.
cp ask.lua before
clean "$warplens" ask.lua --tally=ask.lua </dev/null >/dev/null 2>&1 || :
cmp ask.lua before || fail 'it wrote over a script'
status=0 # what cannot be written is said before anybody is asked
clean "$warplens" ask.lua --plain --tally=nowhere/votes.csv </dev/null >said 2>err || status=$?
expect_status 6
grep -q 'cannot write nowhere/votes.csv' err && [ ! -s said ] || fail "$(cat err said)"
status=0 # … as is standard output, which is the screen's
clean "$warplens" ask.lua --plain --tally=- </dev/null >said 2>err || status=$?
expect_status 2
grep -q 'cannot write to standard output' err && [ ! -s said ] || fail "$(cat err said)"
start_line "$warplens ask.lua --tally=-"
until_text 'name a file'
ends_with 2
mkdir fresh
printf 'q\n' >keys
clean "$warplens" ask.lua --plain --keys keys --tally=fresh/votes.csv </dev/null >/dev/null
[ -z "$(ls fresh)" ] || fail 'a tally of nothing'

# The lanes that are named are those in the sectors too many; nobody, where each is as bad.
lanes() { # LESSON TEXT
  printf 'PageDown\nPageDown\n' >keys
  clean "$warplens" show "$1" --present --keys keys --size 80x16 >shown
  grep -q "look at $2\$" shown || fail "$1 has other lanes: $(cat shown)"
}
lanes misaligned 'lane 31 *'
clean "$warplens" show stride --present --keys keys --size 80x16 >shown
grep -q 'it is 8' shown && ! grep -q 'look at' shown || fail "all are named: $(cat shown)"

# Which fact a slide tells of an answer does not depend on pictures between the keys.
printf '%s\n' PageDown PageDown PageDown PageDown Q F PageDown >"$dir/again"
state=$(clean "$warplens" show padding --present --keys="$dir/again" --print-state)
[ "$state" = 'warplens padding --present --at=step:34' ] ||
  fail "asked again: $state"

# What an H200 measured comes behind all that is asked, whoever goes to its end first.
printf '%s\n' End PageDown >"$dir/end"
for lesson in 'matmul way=tiled' 'gather indices=random' 'misaligned offset=8'; do
  # shellcheck disable=SC2086
  clean "$warplens" show $lesson --present --keys="$dir/end" --size=80x24 >shown
  ! grep -q 'counters said\|counted' shown || fail "$lesson: an answer is told: $(cat shown)"
done

# Where a question is asked in another warp or block, that is told, and no key that leads nowhere.
for condition in 'block = 1:block 1, warp 0' 'warp = 1:block 0, warp 1'; do
  cat >other.lua <<LUA
grid(2) block(64)
local s = param("s", 2, { min = 1, max = 4 })
local a = global("a", float, 4096)
function kernel()
  a[threadIdx.x * s] = 1
  ::second::
  a[threadIdx.x * s + 1024] = 2
end
at("second", { ${condition%%:*}, ask = { figure = "sectors" } })
LUA
  printf 'sweep\ns\n' | clean "$warplens" --plain other.lua >"$dir/said"
  [ "$(grep -c '^Answer first: line 7 asks; Z: no more questions\.$' "$dir/said")" = 2 ] ||
    fail "$(cat "$dir/said")"
done
