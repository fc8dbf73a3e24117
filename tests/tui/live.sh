#!/bin/sh
# The picture follows the file, however it is saved, and only whole versions of it.
. "$(dirname "$0")/lib.sh"
script() { # TITLE [LINE BEFORE THE KERNEL]
  cat <<LUA
title "$1"
local stride = param("stride", 1, { min = 1, max = 32 })
block(64)
local a = global("a", float, 8192)
${2--- no line here}
function kernel()
  for i = 0, 3 do
    a[threadIdx.x * stride + i] = i
  end
end
LUA
}
cd "$dir"
script One >live.lua
open_terminal
start_line "$warplens live.lua --arch=8.0"
until_text 'One  .* 1/4'
keys Right Right Down 3 p + Escape
until_text '^ One  stride=2 .*8.0.*warp 1.* 3/4'

# Ways of saving. Place, warp, view, parameter and generation stay.
stays() { until_text "^ $1  stride=2 .*8.0.*warp 1.* 3/4"; }
script Two >live.lua
stays Two
script Three '-- one more line
-- and another' >new && mv new live.lua
stays Three
rm live.lua
script Four >live.lua
stays Four
script Five >live.lua~
mv live.lua 4913 && mv live.lua~ live.lua && rm 4913
stays Five
script Six >.live.lua.swp && ln -sf .live.lua.swp live.lua
stays Six
script Seven >.live.lua.swp # the file that the link leads to
stays Seven
rm live.lua && script Eight >live.lua && touch -d '2001-01-01' live.lua
stays Eight

# Half of a file is no version: its writer is waited for, but not longer than a second, as the
# machine may make it last.
script Nine >whole
now() { awk '{ print int($1 * 1000) }' /proc/uptime; }
began=$(now)
{ head -c 130 whole; sleep 0.4; tail -c +131 whole; now >ended; } >live.lua &
half=
for _ in 1 2 3 4 5 6 7 8; do
  sleep 0.05
  text | grep -q '^ Eight ' || text | grep -q '^ Nine ' || fail 'neither the old nor the new'
  ! text | grep -q 'live.lua:' || half=1
done
wait $!
[ -z "$half" ] || [ $(($(cat ended) - began)) -gt 900 ] || fail 'half a file was taken for a script'
stays Nine

# An error stands above the last good picture until the next save; behind it, too, that says that
# it is of the script before.
echo 'x = = 1' >live.lua
until_text 'live.lua:1'
text | grep -q '^ Nine  stride=2  last good run ' || fail 'the picture is gone'
keys Escape
until_gone 'live.lua:1'
text | grep -q '^ Nine  stride=2  last good run ' || fail 'as if it were the file'
keys @
until_text 'but the file is newer:'
keys Escape
script Ten >live.lua
stays Ten
text | grep -q 'older' && fail 'it has run'
rm live.lua
until_text 'No such file'
script Ten >live.lua
until_true sh -c "! $tmux capture-pane -p | grep -q 'No such file'"
stays Ten
if [ "$(id -u)" != 0 ]; then
  chmod 000 live.lua
  until_text 'Permission denied'
  chmod 644 live.lua
  until_true sh -c "! $tmux capture-pane -p | grep -q 'Permission denied'"
fi

# Very many saves: the picture follows meanwhile, and the last one is shown.
(
  n=0
  while [ $n -lt 1500 ]; do
    n=$((n + 1))
    printf 'title "Save %d"\nblock(64)\nlocal a = global("a", float, 64)\n%s\n' $n \
      'function kernel() a[threadIdx.x] = 1 end' >live.lua
  done
) &
storm=$!
until_text '^ Save [0-9]'
wait $storm
until_text '^ Save 1500 '
until_gone 'live.lua:'

# The directory is replaced as a whole.
keys q
ends_with 0
mkdir inner other
script Eleven >inner/live.lua
script Twelve >other/live.lua
start_line "$warplens inner/live.lua"
until_text '^ Eleven '
mv inner gone && mv other inner
until_text '^ Twelve '
script Thirteen >inner/live.lua
until_text '^ Thirteen '

# Nothing happens: nothing is done. Other files of the directory do not matter.
pid=$(screen_pid)
quiet() {
  spent=$(cut -d' ' -f14,15 "/proc/$pid/stat"; grep -E 'syscw|syscr' "/proc/$pid/io")
  sleep 0.6
  [ "$spent" = "$(cut -d' ' -f14,15 "/proc/$pid/stat"; grep -E 'syscw|syscr' "/proc/$pid/io")" ]
}
until_true quiet

# A signal reloads as the key does.
kill -USR1 "$pid"
sleep 0.3
until_text '^ Thirteen '
keys q
ends_with 0

# What was said of a version goes with it: the keys stand there again. A hazard of one access has
# its cure, too.
cat >live.lua <<'LUA'
block(64)
local s = shared("s", float, 64)
function kernel()
  if threadIdx.x < 32 then __syncthreads() end
  s[threadIdx.x] = 1
end
LUA
start_line "$warplens live.lua"
until_text ' next step   H hazard!'
keys H
until_text '^ hazard 1 of 1: divergent barrier'
keys H
until_text '^ hazard 1 of 1: Take __syncthreads'
echo 'junk junk' >>live.lua
until_text '^ r run again   Escape close'
keys H
until_text '^ hazard 1 of 1: divergent barrier'
sed -i '/junk/d; s/= 1$/= 2/' live.lua
until_text ' next step   H hazard!'
keys q
ends_with 0

# Where inotify cannot be had, the file is looked at, and that is said once.
cat >none.c <<'C'
#include <errno.h>
int inotify_init1(int flags) { return (void)flags, errno = EMFILE, -1; }
C
if command -v cc >/dev/null && cc -shared -fPIC -o none.so none.c; then
  script Polled >live.lua
  start_line "ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=$dir/none.so $warplens live.lua"
  until_text 'polled for: inotify: Too many open files'
  keys Right
  until_text '2/4'
  script Again >live.lua
  until_text '^ Again .* 2/4'
  fence
  ! text | grep -q 'polled' || fail 'it is said again'
  touch -d '2001-01-01' live.lua
  script Older >new && touch -d '1999-01-01' new && mv new live.lua
  until_text '^ Older .* 2/4'
  keys q
  ends_with 0
fi
