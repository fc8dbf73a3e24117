#!/bin/sh
# What the system grants: little of it, or more than a script should have. Rows are
# those of the list of faults that the program has to stand.
. "$(dirname "$0")/lib.sh"
cd "$dir"
printf 'local g = global("g", float, 65536)\ngrid(64)\nblock(256)\n' >fine.lua
echo 'function kernel() g[blockIdx.x * 256 + threadIdx.x] = 1 end' >>fine.lua
echo 'while true do end' >loop.lua
clean "$warplens" report --json fine.lua >wanted

# under LIMITS STATUS MESSAGE FILE: with limits of the shell, a message or the
# output that there is without them.
under() {
  got=0
  (eval "ulimit $1" || exit 77
   exec env -i LC_ALL=C.UTF-8 "$warplens" report --json "$4" --timeout 200) >out 2>err </dev/null ||
    got=$?
  [ $got != 77 ] || return 0
  [ $got = "$2" ] || fail "ulimit $1: exit status $got, not $2: $(cat err)"
  if [ $got = 0 ]; then cmp -s out wanted || fail "ulimit $1: another output"
  else grep -qE -e "$3" err || fail "ulimit $1: no '$3' in: $(cat err)"; fi
}
sanitized() { nm "$warplens" 2>/dev/null | grep -q __asan_; }

# Row 51.
under '-n 4' 4 'ulimit -n' fine.lua # with 3 no program finds its libraries
under '-n 5' 4 'ulimit -n' fine.lua
under '-u 0' 0 '' fine.lua
under '-s 64' 4 'ulimit -s' fine.lua
under '-S -s 64' 0 '' fine.lua
sanitized || under '-s 512' 0 '' fine.lua
under '-c 0' 0 '' fine.lua
sanitized || under '-v 65536' 4 'ulimit -v' fine.lua
under '-t 1' 4 'CPU time' loop.lua
under '-S -t 1' 4 'CPU time' loop.lua

# What threads know by fences is thrown away when it is of no use: a gigabyte is set aside for
# arrays, and the rest has to do. It was 2 GB more.
cat >ranks.lua <<'LUA'
grid(64) block(256)
local bins, done = global("bins", int, 256), global("done", int, 1)
function kernel()
  for i = 0, 31 do
    local rank = atomicAdd(bins, (threadIdx.x * 5 + i) % 256, 1)
    __threadfence()
  end
  local last = atomicAdd(done, 0, 1)
end
LUA
mv wanted fine.json
clean "$warplens" report --json ranks.lua >wanted
sanitized || under '-v 2000000' 0 '' ranks.lua
mv fine.json wanted
got=0
(ulimit -f 0; exec env -i LC_ALL=C.UTF-8 "$warplens" report fine.lua -o big.txt 2>/dev/null) ||
  got=$?
[ $got = 6 ] || fail "no room for a file: exit status $got"
[ ! -e big.txt ] || fail 'half a file is left'

# Row 59: what a script says stays inside quotes; its end is ours to tell.
printf 'block(1)\nfunction kernel() mark("\\"}]} ok 1 </failure>") end\n' >forge.lua
clean "$warplens" report --json forge.lua >out
python3 -c 'import json; json.load(open("out"))' || fail 'a mark breaks the JSON'
for text in 'os.exit(0)' 'error("ok")' 'error({score = 100})' 'error()'; do
  echo "$text" >forge.lua
  got=0
  clean "$warplens" report forge.lua >out 2>err || got=$?
  [ $got = 3 ] || fail "$text: exit status $got"
  [ ! -s out ] || fail "$text: output all the same: $(cat out)"
done

# Row 60: nothing of the current directory, nothing of Lua's environment.
mkdir trap
for name in lua prelude init libtinfo.so.6 patterns/stride themes warplensrc .warplensrc; do
  mkdir -p "trap/$(dirname "$name")"
  echo 'error("read from the current directory")' >"trap/$name.lua"
  echo 'error("read from the current directory")' >"trap/$name"
done
for prefix in '' 'LUA_INIT=error("init")' 'LUA_INIT_5_4=@prelude.lua' 'LUA_PATH=./?.lua;;' \
  'LUA_CPATH=./?.so' 'LUA_PATH_5_4=./?.lua'; do
  (cd trap && env -i LC_ALL=C.UTF-8 WARPLENS_DATA="$source" ${prefix:+"$prefix"} \
    "$warplens" report --json ../fine.lua >../out 2>../err) || fail "$prefix: $(cat err)"
  sed 's|\.\./fine|fine|' out | cmp -s - wanted || fail "'$prefix' changes the output"
done
if command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null && ! sanitized; then
  (cd trap && clean strace -f -e trace=%file -o ../calls "$warplens" report -e 'g[tid]' >/dev/null)
  ! grep -E '(open|openat|execve)\((AT_FDCWD, )?"[^/"]' calls || fail 'a relative path is opened'
fi

# A run that is cancelled: the status is that of the signal, and nothing lives on.
# A shell starts what runs in the background with SIGINT ignored.
default='import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])'
children() { cat "/proc/$pid/task/$pid/children" 2>/dev/null || :; }
has_child() { grep -q '^warplens' "/proc/$pid/comm" && [ -n "$(children)" ]; }
# Nobody may be there to reap it.
gone() { ! grep -q '^State:.[^ZX]' "/proc/$1/status" 2>/dev/null; }
for row in INT=130 TERM=143 HUP=129; do
  python3 -c "$default" "$warplens" report loop.lua --timeout 200 >out 2>err &
  pid=$!
  until_true has_child
  child=$(children)
  kill -"${row%=*}" "$pid"
  got=0
  wait "$pid" || got=$?
  [ "$got" = "${row#*=}" ] || fail "SIG$row: exit status $got"
  for c in $child; do until_true gone "$c"; done
done
