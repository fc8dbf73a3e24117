#!/bin/bash
# Lessons hold for other blocks than their own, or refuse them with a sentence: none leaves work
# undone in silence. usage: blocks.sh WARPLENS SOURCE
. "$(dirname "$0")/lib.sh"

tried=0 held=0
for file in "$source"/patterns/*.lua; do
  name=$(basename "$file" .lua)
  for block in 1 32 64 96 128 512 32,4 64,8; do
    got=0
    "$warplens" check "$name" block=$block >out 2>err || got=$?
    tried=$((tried + 1))
    case $name:$got in
    exercise_*:1) ;; # its own block: there is something to solve
    *:0) held=$((held + 1)) ;;
    *:2) grep -q "block cannot be '$block': this lesson is about blocks of" err ;;
    *) grep -qE 'this lesson is about|blocks must divide' err ;;
    esac || fail "$name block=$block: status $got, $(cat out err | head -5)"
  done
done
[ $tried -gt 300 ] && [ $held -gt 20 ] || fail "$tried blocks were tried, $held held"
for block in 32 64 128 512; do # these are for any block
  for name in vadd aos_soa misaligned wide_loads; do
    "$warplens" check "$name" block=$block >out 2>&1 || fail "$name block=$block: $(cat out)"
  done
done
"$warplens" check transpose block=32,4 >out 2>&1 || fail "transpose block=32,4: $(cat out)"
# A script that is no lesson takes any.
printf 'block(64) local g = global("g", float, 64) function kernel() g[threadIdx.x] = 1 end\n' \
  >own.lua
"$warplens" report own.lua block=32 >out 2>&1 || fail "a script of one's own: $(cat out)"
exit $bad
