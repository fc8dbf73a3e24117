#!/bin/sh
# `warplens new`: a script that runs, and nothing lost.
. "$(dirname "$0")/lib.sh"
cd "$dir"
clean "$warplens" new first >said || fail 'new first'
grep -q '^first\.lua is written' said || fail 'it does not say what it wrote'
[ "$(ls -A)" = "$(printf 'first.lua\nsaid')" ] || fail "more is there: $(ls -A)"
clean "$warplens" report first.lua --limit=0 >report || fail 'the script does not run'
grep -q '^first$' report || fail 'no title'
grep -q 'global load  *sectors .*50%' report || fail 'it shows nothing'

# What is there stays.
sed -i 's/first/mine/' first.lua
cp first.lua kept
if clean "$warplens" new first 2>error; then fail 'it was overwritten'; fi
grep -q 'first.lua exists' error || fail 'the error does not name the file'
cmp -s first.lua kept || fail 'the file has changed'
clean "$warplens" new second.lua >said || fail 'a second one'
[ -s second.lua ] || fail 'no second script'

# Names that are none.
for name in '' ../ . .. a/b/ -x 'a b' 'a"b' "$(printf 'a\033b')" '*' .lua; do
  if clean "$warplens" new -- "$name" 2>error; then fail "'$name' was taken"; fi
  [ "$(wc -c <error)" -gt 10 ] || fail "nothing was said of '$name'"
done
if clean "$warplens" new 2>error; then fail 'no name was taken'; fi

# Where it cannot be written, nothing is left.
if clean "$warplens" new nowhere/script 2>error; then fail 'no directory'; fi
grep -q 'nowhere' error || fail 'the error does not name the directory'
[ -z "$(find . -name 'first.lua.*' -o -name 'second.lua.*')" ] || fail 'something is left over'
