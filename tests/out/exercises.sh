#!/bin/sh
# Exercises: the start runs and has 3 points at most; the solution has all points, from cc 3.5 on;
# and each wrong one of exercises/wrong.tsv fails where it should, in words that help.
. "$(dirname "$0")/lib.sh"
command -v jq >/dev/null || {
  echo 'skipped: no jq'
  exit 77
}
here=$source/tests/out/exercises
tab=$(printf '\t')

# What the list has is what has a rubric, and a solution here.
"$warplens" list --exercises --json | jq -r '.scripts[].name' | sort >listed
(cd "$source/patterns/rubrics" && ls) | sed 's/\.lua$//' | sort | diff - listed ||
  fail 'exercises that are listed, and those that have a rubric, differ'
(cd "$here" && ls -- *.lua) | sed 's/\.lua$//' | sort | diff - listed ||
  fail 'exercises that are listed, and those that have a solution, differ'
[ "$(wc -l <listed)" -ge 10 ] || fail "only $(wc -l <listed) exercises"
"$warplens" list --exercises --json | jq -r '.scripts[] | select(.minutes < 15 or .minutes > 40 or
  .topic != "Exercises") | .name' >odd
[ ! -s odd ] || fail "not 15 to 40 minutes, or of another topic: $(cat odd)"

graded() { # SCRIPT EXERCISE ARGUMENTS…: its results are in `out`
  script=$1 rubric=$2
  shift 2
  got=0
  "$warplens" check "$script" --rubric "$rubric" "$@" --format json >out 2>err || got=$?
  [ "$got" -le 1 ] && [ ! -s err ] || fail "$script: status $got: $(cat err)"
}
follow() { # WORDS EXERCISE: runs the command behind these words in `text`
  next=$(sed -n "s/^$1warplens //p" text)
  [ -n "$next" ] || fail "$2: no command after '$1' in: $(cat text)"
  eval "\"\$warplens\" $next" >text 2>&1 || :
}
mkdir 'my copies'
while read -r name; do
  grep -q '^title "Exercise: ' "$source/patterns/$name.lua" && ! grep -q 'hint' \
    "$source/patterns/$name.lua" || fail "$name: its title, or hints where all see them"
  graded "$name" "$name"
  jq -e '.points == 10 and .score <= 3 and (.checks | length) > 3' out >/dev/null ||
    fail "$name: $(jq -c '[.points, .score]' out)"
  # Whoever has it right but slow has something for it.
  [ "$name" = exercise_races ] || [ "$(jq .score out)" -ge 2 ] || fail "$name: the start is wrong"
  for arch in 3.5 6.1 9.0 12.0; do
    graded "$here/$name.lua" "$name" --arch $arch
    same "$(jq .score out)" 10 "the solution of $name on cc $arch"
    jq -e 'all(.checks[]; .hazards == 0)' out >/dev/null || fail "$name: hazards on cc $arch"
  done
  for jobs in 1 3; do
    graded "$here/$name.lua" "$name" --jobs $jobs && cp out out.$jobs
  done
  cmp -s out.1 out.3 || fail "$name: results depend on the number of processes"
  # A copy knows its rubric, and each command is told by the one before.
  "$warplens" new "my copies/$name" --from "$name" >text || fail "new $name: $(cat text)"
  follow 'have it graded: ' "$name"
  ! grep -q 'hint [0-9] of' text || fail "$name: a hint that nobody asked for"
  "$warplens" check "$name" --rubric "$name" | sed '1,2d; $d' >given
  sed '1,2d; $d' text | cmp - given || fail "$name: not as with its --rubric"
  for hints in 1 2; do # one by one, on what fails first
    follow '.* hint: ' "$name"
    same "$(grep -c '  hint [1-4] of [1-4]: ' text)" "$hints" "$name: hints"
    same "$(sed -n '/ hint 1 of/q; /^✗/p' text | wc -l)" 1 "$name: the case of the hints"
  done
done <listed

# Wrong ones, of the usual kinds.
while IFS="$tab" read -r name from edit wanted words; do
  case $name in '#'* | '') continue ;; esac
  base=$here/exercise_$name.lua
  [ "$from" != start ] || base=$source/patterns/exercise_$name.lua
  [ "$edit" != - ] || edit=
  sed -E "$edit" "$base" >wrong.lua
  [ -z "$edit" ] || ! cmp -s "$base" wrong.lua || fail "$name: '$edit' edits nothing"
  graded wrong.lua "exercise_$name"
  jq -c '[.checks[] | select(.outcome != "passed")][0] // {}' out >first
  failed=$(jq -r '.name // "nothing"' first) message=$(jq -r '.message // ""' first)
  if [ "$failed" != "$wanted" ]; then
    fail "$name, $edit: $failed fails, not $wanted: $message"
  elif ! printf '%s\n' "$message" | grep -qF -e "$words"; then
    fail "$name, $edit: no '$words' in: $message"
  fi
  echo "$name" >>tried
done <"$here/wrong.tsv"
while read -r name; do
  [ "$(grep -cx "${name#exercise_}" tried)" -ge 4 ] || fail "$name: fewer than four wrong solutions"
done <listed

# A directory of one's own: what is an exercise there is told by its files, too.
mkdir -p mine/rubrics none
printf 'title "Mine"\nfunction kernel() end\n' >mine/mine.lua
cp mine/mine.lua mine/other.lua && cp mine/mine.lua none
echo 'case("a", {}, function(r) return true end)' >mine/rubrics/mine.lua
same "$("$warplens" list mine --exercises --json | jq -c '[.scripts[].name]')" '["mine"]' 'of mine'
got=0
"$warplens" list none --exercises >out 2>&1 || got=$?
same "$got" 5 'a directory without exercises'
grep -q 'no exercises in none' out || fail "no exercises: $(cat out)"

# A copy to begin with.
"$warplens" new solution --from exercise_scan >/dev/null || fail 'new --from'
cmp solution.lua "$source/patterns/exercise_scan.lua" || fail 'it is no copy'
got=0
"$warplens" new another --from nothing >out 2>&1 || got=$?
[ "$got" = 5 ] && grep -q "no bundled script is called 'nothing'" out && [ ! -e another.lua ] ||
  fail "a copy of nothing: $(cat out)"

# Hints are text, of a rubric, and few.
refused() { # STATUS PATTERN ARGUMENTS…
  status=$1 pattern=$2 got=0
  shift 2
  "$warplens" check "$@" >out 2>&1 || got=$?
  [ "$got" = "$status" ] && grep -q "$pattern" out || fail "check $*: $got, $(cat out)"
}
refused 2 'needs a --rubric' stride --hint 1
refused 2 'only --format=text' exercise_scan --rubric exercise_scan --hint 1 --format json
refused 2 'hint' exercise_scan --rubric exercise_scan --hint 9
rubric() { printf 'case("a", { hints = %s }, function(r) return false end)\n' "$1" >rubric.lua; }
rubric '{ "one\27[31m" }' && refused 1 'hint 1 of 1: one' mine/mine.lua --rubric rubric.lua --hint 1
! LC_ALL=C grep -q "$(printf '\033')" out || fail 'an escape sequence in a hint'
rubric '"one"' && refused 3 'hints is a string' mine/mine.lua --rubric rubric.lua
rubric '{ 1 }' && refused 3 'a hint is a number' mine/mine.lua --rubric rubric.lua
rubric '{ "" }' && refused 3 'a hint must have 1 to 255 bytes' mine/mine.lua --rubric rubric.lua
rubric '{ "1", "2", "3", "4", "5" }' && refused 4 'more than 4 hints' mine/mine.lua \
  --rubric rubric.lua

exit "$bad"
