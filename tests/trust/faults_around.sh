# Files, the terminal, the system, programs: sourced by faults.sh.

row_26() {
  mkfifo fifo
  ln -sf loop.lua loop.lua
  : >empty.lua
  printf "$fine" >closed.lua
  chmod 0 closed.lua
  yes '--' | head -c 2000000 >big.lua
  for each in missing.lua:'No such file' .:directory ./fifo:'regular file' \
    /dev/zero:'regular file' loop.lua:'symbolic links' big.lua:'larger than 1 MiB'; do
    check 5 "${each#*:}" "$warplens" report "${each%%:*}"
  done
  [ "$(id -u)" = 0 ] || check 5 'Permission' "$warplens" report closed.lua
  check 3 'no kernel' "$warplens" report empty.lua
  printf '\357\273\277#!/bin/sh\r\nx = = 1\r\n' >crlf.lua
  check 3 'crlf.lua:2' "$warplens" report crlf.lua
  printf '\r\rx = = 1' >cr.lua
  check 3 'cr.lua:3' "$warplens" report cr.lua
  printf 'x = 1\0' >nul.lua
  check 3 'nul.lua:1' "$warplens" report nul.lua
}
row_27() {
  name=$(printf 'evil\033[2J\nname\342\200\256.lua')
  printf "$fine" >"$name"
  check 0 '' "$warplens" report "$name"
  echo 'x = = 1' >"$name"
  check 3 'evil' "$warplens" report "$name"
  check 5 'too long' "$warplens" report "./$(printf '%5000s' x | tr ' ' y)"
  printf "$fine" >-dash.lua
  check 0 '' "$warplens" report -- -dash.lua
  check 2 'unknown option' "$warplens" report -dash.lua
  printf "$fine" >"$(printf 'caf\351.lua')"
  check 0 '' "$warplens" report "$(printf 'caf\351.lua')"
}
row_29() {
  printf '%bexpect("e", function() return true end)\n' "$fine" >full.lua
  for verb in report 'report --json' check 'check --format=json' \
    'check --format=junit' 'check --format=gradescope' show \
    'show --format=ansi' 'show --format=svg' 'show --format=html' 'diff --arch=2.0,9.0' \
    'diff --json --arch=2.0,9.0' suggest 'suggest --json'; do
    got=0 what=$verb
    clean "$warplens" $verb full.lua >/dev/full 2>err || got=$?
    seen 6
    grep -q 'No space left' err || complain "$verb: $(cat err)"
    check 6 'No space left' "$warplens" $verb full.lua -o /dev/full
  done
  for verb in arch 'arch --json' 'arch --json 9.0' list 'list --json' --help --version; do
    got=0 what=$verb
    clean "$warplens" $verb >/dev/full 2>err || got=$?
    seen 6
  done
  echo old >old.txt
  got=0 what='ulimit -f'
  (ulimit -f 0; clean "$warplens" report fine.lua -o old.txt 2>err) || got=$?
  seen 6
  [ "$(cat old.txt)" = old ] && ! ls | grep -q 'old.txt\.' || complain 'the old file has changed'
  printf 'PageDown\nPageDown\nb\nEnter\nc\nEnter\n' >votes.keys
  what='--tally' # err is a pipe's, as the limit is on all files
  { (ulimit -f 0; clean "$warplens" shfl_xor --plain --keys votes.keys --tally=votes.csv \
    </dev/null 2>&1 >/dev/null; echo "status $?"); } | cat >err
  got=$(sed -n 's/^status //p' err)
  seen 6
  grep -q '^warplens: cannot write' err || complain "--tally: $(cat err)"
}
row_30() {
  mkdir folder
  ln -s target.txt link.txt
  echo old >target.txt
  check 6 'directory' "$warplens" report fine.lua -o folder
  check 6 'being read' "$warplens" report fine.lua -o fine.lua
  ln -s fine.lua alias.lua
  check 6 'being read' "$warplens" report fine.lua -o alias.lua
  check 6 'No such file' "$warplens" report fine.lua -o nowhere/x
  check 0 '' "$warplens" report fine.lua -o link.txt
  [ -L link.txt ] && grep -q global target.txt || complain 'the link is gone, or not followed'
  ln -s none.txt empty.txt
  check 6 'a link to nothing' "$warplens" report fine.lua -o empty.txt
  [ -L empty.txt ] && [ ! -e none.txt ] || complain 'a link to nothing was written over'
  mkfifo fifo
  cat fifo >read &
  check 0 '' "$warplens" report fine.lua -o fifo
  wait $!
  grep -q global read || complain 'the FIFO was not read'
  check 0 'global' "$warplens" report fine.lua -o -
  printf "$fine" | cmp -s - fine.lua || complain 'the script was written over'
}
row_31() {
  for close in '<&-' '2>&-' '<&- 2>&-'; do
    got=0 what="report $close"
    eval "clean \"\$warplens\" report fine.lua >out $close" || got=$?
    seen 0
    grep -q global out || complain "no report with $close"
  done
  for close in '>&-' '>&- <&-' '>&- <&- 2>&-'; do
    got=0 what="report $close"
    eval "clean \"\$warplens\" report fine.lua $close" 2>err || got=$?
    seen 6
    printf "$fine" | cmp -s - fine.lua || complain "$close: the script was written over"
  done
}
row_32() {
  awk 'BEGIN { for (i = 0; i < 5000; i++) print "{\"space\":\"global\"}" }' >lines
  got=0 what='batch | head'
  clean sh -c '{ "$1" batch lines; echo $? >status; } 2>err | head -n 1' sh "$warplens" >/dev/null
  got=$(cat status)
  seen 141
  [ ! -s err ] || complain "$(cat err)"
}
row_33() {
  # 20 MB of errors
  awk 'BEGIN { for (i = 0; i < 200000; i++) print "{\"space\":\"globl\"}" }' >lines
  got=0 what='batch, read slowly'
  mkfifo slow
  env -i LC_ALL=C.UTF-8 "$warplens" batch lines >slow 2>err &
  pid=$!
  { for i in 1 2 3 4 5; do
      head -c 20000 >/dev/null
      sleep 0.1
      peak=$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\) kB/\1/p' /proc/$pid/status)
    done
    cat >/dev/null; } <slow
  wait $pid
  [ $? = 5 ] || complain 'no status 5' # as the lines are
  seen 0
  sanitized || { [ "${peak:-0}" -gt 0 ] && [ "$peak" -lt 16384 ]; } || complain "$peak KiB"
}
row_34() {
  check 0 'global' "$warplens" fine.lua
  ! grep -q "$(printf '\033')" out || complain 'escape sequences'
  check 0 '' "$warplens" show fine.lua
  for only in --present --notes --record=keys --tally=votes --mask; do
    check 7 'warplens show|--plain' "$warplens" fine.lua $only
    ! grep -q "$(printf '\033')" out err || complain 'escape sequences'
  done
  [ ! -e keys ] && [ ! -e votes ] || complain 'a file all the same'
}
row_37() {
  for size in 1x1 20x5 1000x1; do
    check 2 'at least 42x12' "$warplens" show fine.lua --size $size
  done
  for size in 42x12 60x16 79x24 80x22 500x200 1000x12; do
    check 0 '' "$warplens" show fine.lua --size $size
    [ "$(wc -l <out)" = "${size#*x}" ] || complain "$size: $(wc -l <out) rows"
  done
}
# What a report comes to, to compare with.
expected() {
  check 0 '"script":"fine.lua"' "$warplens" report --json fine.lua
  cp out wanted
}
row_47() {
  expected
  for home in '' relative /nonexistent /root /; do
    check 0 '' env HOME="$home" XDG_CONFIG_HOME="$home" XDG_RUNTIME_DIR= \
      "$warplens" report --json fine.lua
    cmp -s out wanted || complain "HOME=$home: other bytes"
  done
  check 0 '' env -u HOME "$warplens" report --json fine.lua
}
row_48() {
  expected
  mkdir -p .config/warplens
  for name in .warplensrc warplensrc .config/warplens/config .config/warplens/warplensrc; do
    echo 'error("read")' >$name
  done
  for home in "$dir" /nonexistent; do
    check 0 '' env HOME="$home" "$warplens" report --json fine.lua
    cmp -s out wanted || complain 'a file changes the output'
  done
}
row_53() {
  expected
  command -v faketime >/dev/null || { echo 'row 53: not checked without faketime'; return; }
  ! sanitized || return 0 # both want to be loaded first
  for time in '+1 day' '2040-01-01 00:00:00' '1971-01-01 00:00:01'; do
    check 0 '' env DONT_FAKE_MONOTONIC=1 faketime "$time" "$warplens" report --json fine.lua
    cmp -s out wanted || complain "$time: other bytes"
  done
}
row_55() {
  # One of them has begun its file, and waits for its script, while another one writes it.
  mkfifo later
  clean "$warplens" report --json - -o same.json <later >out 2>err &
  pid=$! what='two writers'
  exec 9>later
  tries=0
  [ -z "$idle" ] || tries=6000
  until ls | grep -q '^same.json' || [ $tries = 6000 ]; do tries=$((tries + 1)) && sleep 0.01; done
  check 0 '' "$warplens" report --json fine.lua -o same.json
  grep -q '"script":"fine.lua"' same.json || complain 'the second has written nothing'
  cat fine.lua >&9
  exec 9>&-
  got=0
  wait $pid || got=$?
  seen 0
  python3 -c 'import json; json.load(open("same.json"))' || complain 'two writers, no file'
  ! grep -q '"script":"fine.lua"' same.json || complain 'the first has written nothing'
  ! ls | grep -q 'same.json\.' || complain 'a temporary file is left'
}
row_56() {
  { awk 'BEGIN { for (i = 0; i < 60000; i++) printf "["; print "" }'
    awk 'BEGIN { for (i = 0; i < 200000; i++) printf "x"; print "" }'
    echo '{"space":"global","op":"load","width":18446744073709551616,"addresses":[]}'
    echo '{"space":"global","op":"load","width":1e999,"addresses":[NaN]}'
    printf '{"space":"global","op":"load","width":4,"addresses":[%s],"op":"store"}\n' \
      "$(seq -s , 0 4 124)"
    printf '{"space":"glo'; } >lines
  check 5 '6 of 6 lines' "$warplens" batch lines
  [ "$(grep -c '^{"error":{"line":' out)" = 6 ] ||
    complain "not an error for every line: $(cut -c1-200 out)"
}
row_57() {
  check 2 'unknown' "$warplens" --nonsense
  check 2 '' "$warplens" report
  check 2 '' "$warplens" report fine.lua --timeout=
  check 2 '' "$warplens" report fine.lua --timeout 1 --timeout
  check 2 '' "$warplens" report fine.lua other.lua
  check 2 '' "$warplens" report fine.lua nosuch=1
  check 2 'did you mean' "$warplens" report fine.lua --jsn
  check 2 '' sh -c 'exec "$0" report fine.lua $(seq -f "a%.0f=1" 20000)' "$warplens"
}
row_58() {
  echo 'x = = 1' >wrong.lua
  echo 'while true do end' >endless.lua
  for each in 3:wrong.lua 4:endless.lua 5:missing.lua; do
    for verb in report 'diff --arch=2.0,9.0' suggest; do
      check ${each%%:*} '' "$warplens" $verb --json --timeout 0.5 ${each#*:}
      python3 -c 'import json; e = json.load(open("out"))["error"]; e["message"], e["status"]' ||
        complain "$verb ${each#*:}: no error object"
    done
  done
  printf 'case("n", { points = 1 }, function() return true end)\n' >rubric.lua
  while read -r status command; do
    check $status '' "$warplens" $command
    python3 -c 'import json, sys
e = json.load(open("out"))["error"]
assert e["message"] and e["status"] == int(sys.argv[1])' $status ||
      complain "$command: no error object"
  done <<'COMMANDS'
3 check --format json wrong.lua
5 check --format json missing.lua
5 check --format json fine.lua --rubric missing.lua
2 arch --json nosuch
5 list --json nowhere
5 batch missing
3 sweep --format json wrong.lua n=1..3
2 sweep --format json fine.lua n=1..3
2 report --json fine.lua n=1
2 report --nonsense --json fine.lua
2 report --json
5 report --json /dev/zero
COMMANDS
}
row_60() {
  mkdir -p trap/patterns/rubrics trap/lua
  for name in trap/lua/prelude.lua trap/init.lua trap/patterns/stride.lua trap/liblua5.4.so.0 \
    trap/libtinfo.so.6 trap/.warplensrc; do echo 'error("read")' >$name; done
  for env in A=1 'LUA_INIT=error("init")' 'LUA_INIT_5_4=@init.lua' 'LUA_PATH=./?.lua;;' \
    'LUA_CPATH=./?.so' 'WARPLENS=trap'; do
    check 0 '' env -C trap "$env" "$warplens" report --json stride
    [ -e first ] || cp out first
    cmp -s first out || complain "$env: other bytes"
  done
  # Files with the very names of what is bundled.
  check 1 '3 of 10 points' env -C trap "$warplens" check exercise_transpose \
    --rubric exercise_transpose
  echo 'error("read")' >trap/stride
  echo 'case("x", { points = 10 }, function() return true end)' >trap/exercise_transpose
  cp trap/exercise_transpose trap/patterns/rubrics/exercise_transpose.lua
  check 0 'is the bundled script' env -C trap "$warplens" report --json stride
  cmp -s first out || complain 'a file of that name: other bytes'
  check 1 '3 of 10 points' env -C trap "$warplens" check "$source/patterns/exercise_transpose.lua" \
    --rubric exercise_transpose
  if command -v strace >/dev/null && ! sanitized; then # what is opened, by path
    (cd trap && clean strace -f -o ../trace -e trace=open,openat "$warplens" report stride \
      >/dev/null 2>&1)
    ! grep -E 'open(at)?\(' trace | grep -vE '"/|ENOENT' | grep -qE 'AT_FDCWD, "[^/]' ||
      complain "a file of the current directory: $(grep -E '"[^/"]' trace)"
    ! grep -E 'AT_FDCWD, "(\.|lua|patterns|init)' trace ||
      complain 'looks into the current directory'
  fi
  # Set-uid: with no other rights than those of who runs it.
  if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && ! sanitized; then
    chmod 755 "$top" "$dir"
    cp "$warplens" suid && chmod 4755 suid
    echo 'x = = "secret"' >secret.lua && chmod 600 secret.lua
    check 5 'Permission denied' setpriv --reuid 65534 --clear-groups ./suid report secret.lua
    check 0 '' setpriv --reuid 65534 --clear-groups ./suid report fine.lua
    chmod -R a+rX trap
    mkdir -p share/warplens && cp -r "$source/patterns" share/warplens
    mkdir bin && mv suid bin
    for name in trap "$dir/trap" .; do # of another patterns/
      check 0 'global' setpriv --reuid 65534 --clear-groups env -C trap WARPLENS_DATA="$name" \
        ../bin/suid report stride
    done
  else
    got=5 what=
    seen 5
  fi
}
