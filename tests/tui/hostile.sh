#!/bin/sh
# Scripts and files that are wrong or mean harm: the right exit status, a message
# that names the place, no hang, nothing dangerous in the output.
. "$(dirname "$0")/lib.sh"
cd "$dir"

# check STATUS MESSAGE FILE [ARGUMENT...]
check() {
  wanted=$1 message=$2
  shift 2
  got=0
  clean $bound "$warplens" report "$@" >out 2>err </dev/null || got=$?
  [ $got = "$wanted" ] || fail "report $*: exit status $got, not $wanted: $(cat err)"
  [ -z "$message" ] || grep -qE -e "$message" err || fail "report $*: no '$message' in: $(cat err)"
  ! grep -q "$(printf '[\001-\010\013-\037\177]')" err out || fail "report $*: control characters"
}

# script NAME: a script whose kernel is standard input.
script() {
  { printf 'grid(1)\nblock(32)\nlocal a = global("a", float, 64)\nfunction kernel()\n'
    cat
    printf '\nend\n'; } >"$1"
}

mkfifo fifo
check 5 'fifo' fifo
check 5 'device|regular' /dev/zero
check 5 'directory' /
: >empty.lua
check 3 'empty.lua' empty.lua
printf '\033Lua\124\000\031\223\r\n\032\n' >chunk.lua
check 3 'precompiled' chunk.lua
head -c 2000000 /dev/zero | tr '\0' '\n' >big.lua
check 5 'big.lua' big.lua
ln -s loop.lua loop.lua
check 5 'loop.lua' loop.lua

printf 'grid(1)\nblock(32)\nfunction kernel()\n  local x = = 3\nend\n' >syntax.lua
check 3 'syntax.lua:4' syntax.lua
grep -q '\^' err || fail 'no caret under a syntax error'
echo 'while true do end' >forever.lua
check 4 'forever.lua|time' forever.lua --timeout 0.5
echo 'while true do end' | script kernel.lua
check 4 'time' kernel.lua --timeout 0.5
printf 'local t = {}\nfor i = 1, 1e9 do t[i] = {i} end\n' >memory.lua
check 4 'memory' memory.lua --memory 16
printf 'local s = "x"\nwhile true do s = s .. s end\n' >double.lua
check 4 'memory' double.lua --memory 16
echo 'for i = 0, 1e9 do a[threadIdx.x] = i end' | script accesses.lua
check 4 'access' accesses.lua --accesses 100000

echo 'a[threadIdx.x * 3] = 1' | script bounds.lua
check 3 'bounds.lua:5' bounds.lua
grep -q 'lane 22' err || fail "the first lane at fault is not named: $(cat err)"
echo 'local v = as(float4, a)[threadIdx.x % 4 + 0.5]' | script half.lua
check 3 'half.lua:5' half.lua
echo 'a[0/0] = 1' | script nan.lua
check 3 'nan.lua:5' nan.lua
echo 'a[threadIdx.x] = nil' | script nil.lua
check 3 'nil.lua:5' nil.lua
for name in io os debug load require dofile collectgarbage package; do
  printf '%s.x = 1\n' $name >gone.lua
  check 3 'gone.lua:1' gone.lua
done
printf 'title("\033[2J\033]0;owned\007 \302\233 \342\200\256evil")\n' >escape.lua
printf 'grid(1) block(32)\nfunction kernel() end\n' >>escape.lua
check 0 '' escape.lua
clean "$warplens" show escape.lua >out
! grep -q "$(printf '[\001-\010\013-\037\177]\|\302\233\|\342\200\256')" out ||
  fail 'a title let control characters through'
printf 'error("\033[31mred\\r\\b\\n")\n' >error.lua
check 3 'error.lua:1' error.lua
name=$(printf 'evil\033[2J\nname.lua')
echo 'x = = 1' >"$name"
check 3 'evil' "$name"
check 5 '' "$(printf '%5000s' x | tr ' ' y)"
