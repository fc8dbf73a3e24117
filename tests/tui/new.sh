#!/bin/sh
# `warplens new`: a script that runs, an editor that knows its names, and nothing lost.
. "$(dirname "$0")/lib.sh"
cd "$dir"
clean "$warplens" new first >said || fail 'new first'
for name in first.lua .luarc.json .warplens/; do
  grep -qF " $name " said || grep -q "^$name " said || fail "it does not say that it wrote $name"
done
clean "$warplens" report first.lua --limit=0 >report || fail 'the script does not run'
grep -q '^first$' report || fail 'no title'
grep -q 'global load  *sectors .*50%' report || fail 'it shows nothing'
[ -s .luarc.json ] || fail 'no settings for the editor'
[ ! -e .warplens/warplens.lua.* ] || fail 'something is left over'

# Definitions are Lua, and have every name that a script can use.
command -v luac >/dev/null || skip 'no luac'
luac -p .warplens/warplens.lua || fail 'the definitions are no Lua'
for name in title global 'array:fill' __shfl_xor_sync atomicCAS make_float4; do
  grep -q "^function $name(" .warplens/warplens.lua || fail "no $name"
done
for name in threadIdx warpSize float4 half2; do
  grep -q "^$name = " .warplens/warplens.lua || fail "no $name"
done
grep -q '^function global(name, type, n, m, k, volatile) end' .warplens/warplens.lua ||
  fail 'parameters'
grep -q '^---@param m? number' .warplens/warplens.lua || fail 'optional parameters'
sed -n '/^const struct wl_api_row wl_api/,/^};/s/^  {"\([A-Za-z_0-9]*\)", .*/\1/p' \
  "$source/src/script/process/api_table.c" >names
[ "$(wc -l <names)" -gt 50 ] || fail 'the table of the language is not found'
while read -r name; do
  grep -qE "(^| |:)$name( =|\()" .warplens/warplens.lua || fail "the definitions lack $name"
done <names

# What is there stays.
sed -i 's/first/mine/' first.lua
echo '{}' >.luarc.json
cp first.lua kept
if clean "$warplens" new first 2>error; then fail 'it was overwritten'; fi
grep -q 'first.lua exists' error || fail 'the error does not name the file'
cmp -s first.lua kept || fail 'the file has changed'
clean "$warplens" new second.lua >said || fail 'a second one'
[ "$(cat .luarc.json)" = '{}' ] || fail 'the settings were overwritten'
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
mkdir full && touch full/.warplens
if clean "$warplens" new full/script 2>error; then fail 'a file in the way'; fi
[ ! -e full/script.lua ] && [ ! -e full/.luarc.json ] || fail 'half of it is there'
