#!/bin/sh
# The same script gives the same bytes (rows 20, 46 and 62): whatever the locale,
# the terminal, the number of processes and the environment, 100 runs and more.
. "$(dirname "$0")/lib.sh"
cd "$dir"

# A kernel of everything whose order or text could differ.
cat >each.lua <<'LUA'
title "Each"
grid(6, 2) block(48)
local n = param("n", 3, { min = 1, max = 9 })
local t = { z = 1.5, a = 2.25, [3] = 1e300, [1.5] = 0.1 }
local sum, names = 0, ""
for k, v in pairs(t) do sum = sum + v % 7 names = names .. tostring(k) .. tostring(v) .. ";" end
local a = global("a", double, 1024):fill(function(i) return math.random() + sum end)
local first = math.random(500)
local s, c, r = shared("s", int, 64), global("c", int, 8), global("r", float, 8)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  a[i * n % 1024] = a[first + math.random(500)] * 0.1 + math.random(100)
  s[threadIdx.x] = i // 3
  __syncthreads()
  if s[threadIdx.x] % 2 == 0 then atomicAdd(c, i % 8, 1) end
  atomicAdd(r, 0, 0.1)
  mark(names)
end
LUA
sed 's/grid(6, 2)/grid(40, 2)/' each.lua >many.lua # enough for several processes
for d in "$source"/patterns/*.lua; do name=$(basename "$d" .lua); cp "$d" "p_$name.lua"; done

runs=0
# same FILE ASSIGNMENT... -- OPTION...: as before, with this environment.
same() {
  file=$1
  shift
  env=
  while [ "$1" != -- ]; do env="$env $1" && shift; done
  shift
  # Words of the environment hold no spaces.
  env -i WARPLENS_DATA="$source" $env "$warplens" report --json "$file" "$@" >out 2>err ||
    fail "$file ($env $*): $(cat err)"
  [ -e "$file.first" ] || cp out "$file.first"
  cmp -s out "$file.first" || fail "$file: other bytes with $env $*"
  runs=$((runs + 1))
}

locales='C POSIX C.UTF-8 de_DE.UTF-8 tr_TR.UTF-8 nowhere'
for l in $(locale -a 2>/dev/null | head -n 20); do locales="$locales $l"; done
comma=$(for l in $(locale -a 2>/dev/null); do
  [ "$(LC_ALL=$l locale decimal_point 2>/dev/null)" != , ] || echo "$l"; done | head -n 1)
# Commas in numbers, and an i without a dot, where the system can make such locales.
if command -v localedef >/dev/null && [ -d /usr/share/i18n/locales ]; then
  mkdir made
  for l in de_DE tr_TR; do localedef -i $l -f UTF-8 "made/$l.UTF-8" 2>/dev/null || :; done
  for l in de_DE.UTF-8 tr_TR.UTF-8; do
    [ ! -d "made/$l" ] || same each.lua LOCPATH="$dir/made" LC_ALL=$l -- --jobs 2
  done
fi
# What is written with fractions, with and without.
cp "$source/patterns/exercise_transpose.lua" exercise.lua
[ ! -d made/de_DE.UTF-8 ] ||
  for verb in 'report each.lua' 'show each.lua --format svg' 'show each.lua --view memory' \
    'sweep each.lua n=1..3' 'sweep each.lua n=1..3 --json --figure global.efficiency' \
    'sweep each.lua n=1..3 --format svg' 'check exercise.lua --format gradescope' \
    'check exercise.lua --rubric exercise_transpose --format junit' 'arch 9.0' 'arch 9.0 --json'; do
    env -i WARPLENS_DATA="$source" LC_ALL=C.UTF-8 "$warplens" $verb >out || :
    env -i WARPLENS_DATA="$source" LOCPATH="$dir/made" LC_ALL=de_DE.UTF-8 \
      "$warplens" $verb >other || :
    cmp -s out other || fail "$verb: other bytes in a locale with commas"
  done
# What says that it is UTF-8 is so where the locale knows nothing of it; and data.
sed 's/title "Each"/title "Gr\xc3\xb6\xc3\x9fe \xe6\x97\xa5"/' each.lua >wide.lua
for verb in 'show wide.lua --format svg' 'show wide.lua --format html' \
  'show wide.lua --format html --replay' \
  'sweep wide.lua n=1..2 --format svg' 'sweep wide.lua n=1..2 --format csv' \
  'report wide.lua --format html' 'check exercise.lua --format junit' 'suggest wide.lua --json' \
  'diff wide.lua --json n=1 -- n=2' 'list --json'; do
  for l in C.UTF-8 C nowhere; do
    env -i WARPLENS_DATA="$source" LC_ALL=$l "$warplens" $verb >"$l.out" 2>err || :
    [ -s "$l.out" ] || fail "$verb says nothing: $(cat err)"
    cmp -s C.UTF-8.out "$l.out" || fail "$verb: other bytes with LC_ALL=$l"
  done
done
env -i WARPLENS_DATA="$source" LC_ALL=C "$warplens" show wide.lua --format svg |
  grep -q 'Größe' || fail 'a picture has lost its letters'
for jobs in 1 2 3 4; do
  for l in $locales $comma; do same each.lua LC_ALL=$l -- --jobs $jobs; done
  for file in each.lua many.lua; do
    same $file LC_ALL=C.UTF-8 TERM=xterm-256color COLUMNS=300 COLORTERM=truecolor -- --jobs $jobs
    same $file LC_ALL=C TERM=dumb COLUMNS=20 LINES=5 TZ=Asia/Kolkata NO_COLOR=1 -- --jobs $jobs
    same $file LUA_INIT=error LUA_INIT_5_4=error LUA_PATH=./?.lua LUA_CPATH=./?.so -- --jobs $jobs
    same $file MALLOC_PERTURB_=$((jobs * 40)) HOME=/nonexistent -- --jobs $jobs
  done
done
for file in p_*.lua; do
  for jobs in 1 2 3 4; do same "$file" LC_ALL=C.UTF-8 -- --jobs $jobs; done
done
[ $runs -ge 100 ] || fail "only $runs runs"
