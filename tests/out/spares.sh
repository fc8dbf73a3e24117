#!/bin/sh
# What is read is not written over: a script by its name, a rubric by its name or its path, what
# other options read, whatever it is called. A FIFO is not read in the place of a file. And what a
# bundled script is called does not depend on the folder. usage: spares.sh WARPLENS SOURCE
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
for format in text junit gradescope json; do
  refused data/patterns/answer.lua check answer --rubric marks --format $format
  refused data/patterns/rubrics/marks.lua check answer --rubric marks --format $format
  refused script.lua check script.lua --rubric ./rubric.lua --format $format
  refused rubric.lua check script.lua --rubric ./rubric.lua --format $format
done
refused data/patterns/answer.lua report answer

# OPTION PATH ARGUMENTS...: the same of each option that writes.
spared() {
  option=$1 path=$2 got=0
  shift 2
  before=$(cat "$path")
  timeout 60 "$warplens" "$@" "$option" "$path" </dev/null >/dev/null 2>err || got=$?
  [ "$got" = 6 ] && grep -q "will not write over $path" err ||
    fail "$* $option $path: exit status $got, $(cat err)"
  [ "$(cat "$path")" = "$before" ] || fail "$* $option $path: it is written over"
}
kernel='a = global("a", float, 64) function kernel() a[threadIdx.x] = 1 end'
echo "$kernel" | tee one.lua >two.lua
echo Right >pressed.keys
ln -s two.lua symbolic.lua
ln two.lua hard.lua
ln -s pressed.keys symbolic.keys
mkdir course
cp one.lua course
for name in two.lua ./two.lua symbolic.lua hard.lua; do
  spared -o "$name" show ./one.lua --beside ./two.lua
  spared --record "$name" ./one.lua --beside "./two.lua block=64"
  spared --tally "$name" ./one.lua --beside "--arch=8.0 ./two.lua"
  spared -o "$name" diff one.lua two.lua
  spared -o "$name" sweep two.lua block=32,64
  spared --record "$name" two.lua
  spared --tally "$name" two.lua --plain
  spared -o "$name" batch two.lua
  spared -o "$name" show ./one.lua --keys ./two.lua
done
for name in pressed.keys symbolic.keys; do
  spared -o "$name" show ./one.lua --keys pressed.keys
  spared --record "$name" ./one.lua --keys pressed.keys
  spared --tally "$name" ./one.lua --keys pressed.keys --plain
done
spared -o course/one.lua list ./course
spared --record course/one.lua ./course
spared --tally data/patterns/answer.lua --plain
"$warplens" report - -o one.lua <one.lua >/dev/null 2>err && fail 'standard input is written over'
[ "$(cat one.lua)" = "$kernel" ] || fail 'standard input was written over'
"$warplens" show ./one.lua --beside ./two.lua -o three.txt || fail 'another file is not written'

mkfifo fifo
waits() { # ARGUMENTS...: is refused at once
  got=0
  timeout 60 "$warplens" "$@" </dev/null >out 2>err || got=$?
  [ "$got" = 5 ] && grep -q 'not a regular file' err || fail "$*: exit status $got, $(cat err)"
}
ln -s /dev/null device
for name in fifo device; do
  waits report "./$name"
  waits check one.lua --rubric "./$name"
  waits diff one.lua "./$name"
  waits show one.lua --keys "./$name"
  waits show one.lua --beside "./$name"
  waits one.lua --plain --keys "./$name"
  waits one.lua --plain --tally "./$name"
  waits batch "./$name"
done
for file in data script.lua rubric.lua; do
  diff -r $file kept/$file || fail "$file was written over"
done

"$warplens" report answer >without
cp script.lua answer.lua
"$warplens" report answer >with 2>note
cmp without with || fail 'a file of that name changes what a bundled script is called'
grep -q 'the file here is ./answer.lua' note || fail 'nothing tells which of the two it is'
exit $bad
