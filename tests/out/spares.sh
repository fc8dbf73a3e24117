#!/bin/sh
# What is read is not written over: a script by its name, a rubric by its name or its path. And
# what a bundled script is called does not depend on the folder. usage: spares.sh WARPLENS SOURCE
. "$(dirname "$0")/lib.sh"

refused() { # PATH ARGUMENTS...: nothing is written there
  path=$1 got=0
  shift
  "$warplens" "$@" -o "$path" >/dev/null 2>err || got=$?
  [ "$got" = 6 ] && grep -q "will not write over $path" err ||
    fail "$*, -o $path: exit status $got, $(cat err)"
}

mkdir -p data/patterns/rubrics
cp "$source/patterns/exercise_transpose.lua" data/patterns/answer.lua
cp data/patterns/answer.lua script.lua
echo 'case("x", { points = 10 }, function() return true end)' >rubric.lua
cp rubric.lua data/patterns/rubrics/marks.lua
mkdir kept
cp -r data script.lua rubric.lua kept
WARPLENS_DATA=$PWD/data
for format in text tap junit gradescope json; do
  refused data/patterns/answer.lua check answer --rubric marks --format $format
  refused data/patterns/rubrics/marks.lua check answer --rubric marks --format $format
  refused script.lua check script.lua --rubric ./rubric.lua --format $format
  refused rubric.lua check script.lua --rubric ./rubric.lua --format $format
done
refused data/patterns/answer.lua report answer
for file in data script.lua rubric.lua; do
  diff -r $file kept/$file || fail "$file was written over"
done

"$warplens" report answer >without
cp script.lua answer.lua
"$warplens" report answer >with 2>note
cmp without with || fail 'a file of that name changes what a bundled script is called'
grep -q 'the file here is ./answer.lua' note || fail 'nothing tells which of the two it is'
exit $bad
