#!/bin/sh
# The faults that the program stands, row by row of faults.tsv: its exit statuses, and words
# of its message. Rows with a test of their own name it there.
#
#   faults.sh WARPLENS SOURCE [ROW…]
#   faults.sh --page SOURCE: the list of warplens-faults(7)
set -u
here=$(realpath "$(dirname "$0")")
source=$(realpath "$2")
table=$here/faults.tsv

page() {
  awk -F'|' '
    function list(s,  n, part, i, out) {
      n = split(s, part, " ")
      for (i = 1; i <= n; i++) out = out (i == 1 ? "" : i == n ? " or " : ", ") part[i]
      return out
    }
    /^# / {
      if (open) print ".El"
      print ".Ss " substr($0, 3)
      print ".Bl -tag -width 4n"
      open = 1
      next
    }
    {
      what = toupper(substr($3, 1, 1)) substr($3, 2)
      printf ".It %s\n%s:\n%s.\nStatus %s.\n", $1, what, $4, list($2)
    }
    END { print ".El" }' "$table" | fold -s -w 79 | sed 's/ *$//'
}
if [ "$1" = --page ]; then
  page
  exit
fi

page | diff -u "$source/man/warplens-faults.7" - | grep '^[+]' | grep -v '^+++' && {
  echo 'FAILED: warplens-faults(7) has not what the table has (faults.sh --page)'
  exit 1
}

warplens=$(realpath "$1")
shift 2
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"
bad=0 row=0 limit=60 # seconds of a processor
sanitized() { nm "$warplens" 2>/dev/null | grep -q __asan_; }

complain() {
  echo "FAILED: row $row: $*"
  head -n 5 err
  bad=$((bad + 1))
}

clean() { env -i PATH=/usr/bin:/bin HOME="$dir" LC_ALL=C.UTF-8 WARPLENS_DATA="$source" "$@"; }

# Nothing that a terminal would obey, in what was written and said.
obeyed='[\001-\010\013-\037\177]|\302[\200-\237]|\342\200[\252-\256]|\342\201[\246-\251]'
harmless() {
  ! LC_ALL=C grep -qE "$(printf "$obeyed")" out err || complain "not harmless: $*"
}

# seen STATUS: notes the status of the last command, which must be this one.
seen() {
  [ "$got" = "$1" ] || complain "exit status $got, not $1: $what"
  echo "$row $got" >>seen
}

# check STATUS WORDS COMMAND…: the words are an extended regular expression.
check() {
  wanted=$1 words=$2
  shift 2
  got=0 what=$*
  clean timeout 300 "$@" >out 2>err </dev/null || got=$?
  seen "$wanted"
  [ -z "$words" ] || grep -qE -e "$words" err out || complain "no '$words': $*"
  harmless "$@"
}

# script STATUS WORDS [OPTION…]: a report on standard input as a script.
script() {
  cat >script.lua
  s=$1 w=$2
  shift 2
  check "$s" "$w" "$warplens" report script.lua --timeout "$limit" --memory 16 "$@"
}

# kernel STATUS WORDS BODY: in a kernel of one warp, with g[64]; its line is 5.
kernel() {
  printf 'grid(1)\nblock(32)\nlocal g = global("g", int, 64)\nfunction kernel()\n%s\nend\n' "$3" \
    >kernel.lua
  check "$1" "$2" "$warplens" report kernel.lua --timeout "$limit" --memory 16 --accesses 100000
}

fine='local g = global("g", float, 64)\nfunction kernel() g[threadIdx.x] = 1 end\n'
printf "$fine" >fine.lua

row_1() {
  limit=0.5
  echo 'while true do end' | script 4 'script.lua:1: .*still running after'
  kernel 4 'kernel.lua:5' 'while true do end'
  grep -q 'lane 0 of warp 0' err || complain 'no lane'
  echo 'local g = global("g", int, 4):fill(function() while true do end end)' |
    script 4 'script.lua:1'
  limit=60
}
row_2() {
  limit=0.5
  echo 'for _ in function() while true do end end do end' | script 4 'still running'
  echo 'table.sort({3, 1, 2}, function() while true do end end)' | script 4 'still running'
  for name in pcall xpcall; do
    echo "$name(function() while true do end end)" | script 3 "\"$name\""
  done
  limit=60
}
row_3() {
  echo 'setmetatable({}, {__gc = function() while true do end end})' | script 3 '"setmetatable"'
  echo 'local x <close> = 1' | script 3 'script.lua:1'
}
row_4() {
  printf 'local s = string.rep("", math.maxinteger)\n%b' "$fine" | script 0 ''
  echo 'local s = ("x"):rep(1 << 31)' | script 4 'memory|too large'
  echo 'local s = "x" while true do s = s .. s end' | script 4 'memory'
  echo 'local t = {} for i = 1, 1e4 do t[i] = ("x"):rep(1e6) end table.concat(t)' |
    script 4 'memory'
}
row_5() {
  echo 'local x = ("a"):rep(1e4):find(".-.-.-.-b")' | script 3 'no string.find'
  echo 'local x = ("a"):rep(3e5):gsub(".-b", "")' | script 3 'no string.gsub'
}
row_6() {
  echo 'table.move({}, 1, math.maxinteger - 1, 2)' | script 3 'no table.move'
  echo 'table.unpack({}, 1, 1e8)' | script 3 'too many results'
  echo 'table.insert({}, 5, 5)' | script 3 "'insert'"
  echo 'local t = {} for i = 1, 1e9 do table.insert(t, i) end' | script 4 'memory'
}
row_7() {
  for each in 'i' '{}' 'function() return i end' '"k" .. i'; do
    echo "local t = {} for i = 1, 1e9 do t[i] = $each end" | script 4 'memory'
  done
  kernel 4 'kernel.lua:5' 'local t = {} while true do t[#t + 1] = {} end'
}
row_8() {
  echo 'local c = coroutine.create(error)' | script 3 '"coroutine"'
  echo 'local function f() return 1 + f() end f()' | script 4 'memory'
  kernel 4 'memory' 'kernel()'
}
row_9() {
  for open in '(' '{' 'function() '; do
    awk -v s="$open" 'BEGIN { printf "x = "; for (i = 0; i < 50000; i++) printf "%s", s }' |
      script 3 'script.lua:1'
  done
  awk 'BEGIN { for (i = 0; i < 300; i++) print "local v" i }' | script 3 'script.lua:202'
  awk 'BEGIN { printf "x = \""
    for (i = 0; i < 100000; i++) printf "ten chars "
    print "\" y = = 1" }' |
    script 3 'script.lua:1'
  awk 'BEGIN { printf "return "; for (i = 0; i < 60000; i++) printf "-1 .. "; print "1" }' |
    script 3 'nested'
}
row_10() {
  for name in load loadstring dofile require io.open os.time debug.sethook string.dump \
    collectgarbage package.loaded; do
    echo "$name('x')" | script 3 "${name%%.*}"
  done
}
row_11() {
  for before in '' '\357\273\277' '#!/usr/bin/lua\n'; do
    printf "$before"'\033Lua\124\000\031\223\r\n\032\n' | script 3 'precompiled'
  done
}
row_12() {
  echo 'getmetatable("").__index = nil' | script 3 '"getmetatable"'
  echo '_ENV = nil x = 1' | script 3 '_ENV'
  echo '_G.error = nil' | script 3 '"_G"'
  echo 'error = nil' | script 3 'belongs to the language'
}
row_13() {
  for value in '' nil '{}' 2 '("x"):rep(1e6)' '"\\27[2J\\r\\b"' 'error'; do
    echo "error($value)" | script 3 'script.lua:1'
    [ "$(wc -c <err)" -lt 4096 ] || complain 'a message without end'
  done
}
row_14() {
  kernel 0 '' 'return nil, "x", {}, 2^63'
  for index in 'nil:is nil' "'0x10':is a string" '{}:is a table' 'true:is a boolean' \
    '0/0:is not a number' '1/0:far outside' '2.5:not a whole number' '2^53 + 1:outside' \
    '-1:outside' \
    'math.mininteger:outside' '1 << 48:outside' '2^63:far outside'; do
    kernel 3 "kernel.lua:5: .*${index#*:}" "g[${index%:*}] = 1"
    grep -q 'lane 0 of warp 0' err || complain 'no lane'
  done
  kernel 3 'kernel.lua:5' 'g[0] = "x"'
}
row_15() {
  kernel 0 '' 'local v = as(int4, g)[threadIdx.x % 4].x'
  kernel 3 'kernel.lua:5' 'local v = as(int4, g)[threadIdx.x % 4 + 0.25].x'
  kernel 3 'outside' 'local v = as(int4, g)[threadIdx.x].x'
}
row_16() {
  for n in 0 -4 1e9 '1 << 62' 2.5; do
    echo "local a = global('a', int, $n)" | script 3 'script.lua:1'
  done
  for n in 0 1025 -1 '1 << 40'; do echo "block($n)" | script 3 'script.lua:1'; done
  echo '{"space":"global","op":"load","width":3,"addresses":[]}' >lines
  check 5 'give 1, 2, 4, 8 or 16' "$warplens" batch lines
}
row_17() {
  kernel 0 '' 'if false then g[0] = 1 end'
  ! grep -qi nan out || complain 'nan'
  kernel 0 '' 'if laneid() == 7 then g[0] = 1 end'
  kernel 0 '' 'local v = g[5]'
  ! grep -qi nan out || complain 'nan'
}
row_18() {
  echo 'grid(1 << 31)' | script 3 'grid'
  echo 'grid(1 << 40)' | script 3 'grid'
  kernel 4 'access' 'for i = 0, 1e9 do g[threadIdx.x] = i end'
}
row_19() {
  kernel 0 '' 'if laneid() == 3 then return end g[laneid()] = 1'
  kernel 0 '' 'for i = 0, laneid() do g[i] = i end'
  kernel 3 'lane 9' 'if laneid() == 9 then error("here") end'
}

# labels TEXT: a script with that text in all places; every output of it.
labels() {
  expectation='expect("%s", function() return true end)\n'
  [ -n "$1" ] || expectation='expect("no name%s", function() return true end)\n'
  { printf 'title "%s"\nabout "%s"\n' "$1" "$1"
    printf 'local p = param("p", "a", { values = {"a"}, help = "%s" })\n' "$1"
    printf 'local g = global("g", float, 64)\nfunction kernel() -- %s\n  g[threadIdx.x] = 1\n' "$1"
    printf '  mark("%s")\nend\n' "$1"
    printf "$expectation" "$1"; } >label.lua
  for to in 'report' 'report --json' 'show' 'show --format svg' 'show --format html' \
    'show --view source' \
    'check' 'check --format json' 'check --format tap' 'check --format junit' \
    'check --format gradescope' \
    'show --view timeline --step 1' 'diff --arch=2.0,9.0'; do
    check 0 '' "$warplens" $to label.lua
    case $to in
    *json | *gradescope) # one or several lines
      python3 -c 'import json; json.load(open("out"))' || complain "$to: no JSON" ;;
    *svg | *junit | *html)
      ! command -v xmllint >/dev/null || xmllint --noout --nonet out 2>>err ||
        complain "$to: no XML" ;;
    esac
  done
}
row_21() {
  labels '\\27[2J\\27]0;t\\7\\27]52;c;eA==\\7\\27P\\194\\155\\8\\r\\9\\127\\0'
  labels "$(printf '\033[2J\007\177\302\233')"
}
row_22() {
  labels "$(printf '\342\200\256evil\342\201\246 \342\200\213\357\273\277')"
  accents='e\314\201\314\201 \344\275\240\345\245\275'
  joined='\360\237\221\251\342\200\215\360\237\221\251'
  labels "$(printf "$accents $joined \356\200\200 \357\277\277")"
}
row_23() {
  labels '\\255\\192\\175\\237\\160\\128\\244\\144\\128\\128\\xe9'
  labels "$(printf 'caf\351')"
}
row_24() {
  labels ''
  labels '--help'
  { printf 'title(("x"):rep(1e6))\n'; printf "$fine"; } | script 0 '' # cut with a mark
  echo 'local a = global(("x"):rep(1e6), float, 4)' | script 3 'script.lua:1'
}
row_25() {
  cat >grade.lua <<'LUA'
title "ok 1\n1..0\nBail out!"
local g = global("g", float, 64)
function kernel() g[threadIdx.x] = 1 mark("]]></failure>") end
expect("\"]]></failure> ok 1 - forged", function()
  return false, "...\nok 2 - forged\nBail out!"
end)
LUA
  for format in tap junit gradescope; do
    check 1 '' "$warplens" check --format $format grade.lua
    case $format in
    tap) ! grep -qE '^(ok|Bail)' out || complain 'TAP: forged' ;;
    junit) grep -q 'failures="1"' out || complain 'JUnit: forged' ;;
    *) python3 -c 'import json; assert json.load(open("out"))["score"] == 0' || complain 'forged' ;;
    esac
  done
}
row_26() {
  mkfifo fifo
  ln -sf loop.lua loop.lua
  : >empty.lua
  printf "$fine" >closed.lua
  chmod 0 closed.lua
  yes '--' | head -c 2000000 >big.lua
  for each in missing.lua:'No such file' .:directory fifo:'regular file' /dev/zero:'regular file' \
    loop.lua:'symbolic links' big.lua:'larger than 1 MiB'; do
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
  check 5 'too long' "$warplens" report "$(printf '%5000s' x | tr ' ' y)"
  printf "$fine" >-dash.lua
  check 0 '' "$warplens" report -- -dash.lua
  check 2 'unknown option' "$warplens" report -dash.lua
  printf "$fine" >"$(printf 'caf\351.lua')"
  check 0 '' "$warplens" report "$(printf 'caf\351.lua')"
}
row_29() {
  printf '%bexpect("e", function() return true end)\n' "$fine" >full.lua
  for verb in 'report' 'report --json' 'check' 'show' 'diff --arch=2.0,9.0' 'suggest'; do
    got=0 what=$verb
    clean "$warplens" $verb full.lua >/dev/full 2>err || got=$?
    seen 6
    grep -q 'No space left' err || complain "$verb: $(cat err)"
    check 6 'No space left' "$warplens" $verb full.lua -o /dev/full
  done
  for verb in arch list --help --version; do
    got=0 what=$verb
    clean "$warplens" $verb >/dev/full 2>err || got=$?
    seen 6
  done
  echo old >old.txt
  got=0 what='ulimit -f'
  (ulimit -f 0; clean "$warplens" report fine.lua -o old.txt 2>err) || got=$?
  seen 6
  [ "$(cat old.txt)" = old ] && ! ls | grep -q 'old.txt\.' || complain 'the old file has changed'
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
      peak=$(ps -o rss= -p $pid)
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
  for size in 1x1 2x3 20x5 60x16 79x24 80x22 500x200 1000x1; do
    check 0 '' "$warplens" show fine.lua --size $size
  done
}
row_42() {
  for i in 1 2 3 4 5 6 7 8; do
    rm -f whole.txt
    clean "$warplens" report fine.lua -o whole.txt 2>/dev/null
    cp whole.txt wanted
    env -i LC_ALL=C.UTF-8 "$warplens" report --json fine.lua -o whole.txt &
    sleep "0.00$i"
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
    cmp -s whole.txt wanted || python3 -c 'import json; json.load(open("whole.txt"))' 2>err ||
      complain 'half a file'
  done
  got=137 what='kill -9'
  seen 137
}
row_47() {
  check 0 '' "$warplens" report --json fine.lua
  cp out wanted
  for home in '' relative /nonexistent /root /; do
    check 0 '' env HOME="$home" XDG_CONFIG_HOME="$home" XDG_RUNTIME_DIR= \
      "$warplens" report --json fine.lua
    cmp -s out wanted || complain "HOME=$home: other bytes"
  done
  check 0 '' env -u HOME "$warplens" report --json fine.lua
}
row_48() {
  mkdir -p .config/warplens
  for name in .warplensrc warplensrc .config/warplens/config .config/warplens/warplensrc; do
    echo 'error("read")' >$name
  done
  check 0 '' "$warplens" report --json fine.lua
  cmp -s out wanted || complain 'a file changes the output'
}
row_53() {
  command -v faketime >/dev/null || { echo "row 53: no faketime"; got=0 what=; seen 0; return; }
  sanitized && { got=0 what=; seen 0; return; } # both want to be loaded first
  for time in '+1 day' '2040-01-01 00:00:00' '1971-01-01 00:00:01'; do
    check 0 '' env DONT_FAKE_MONOTONIC=1 faketime "$time" "$warplens" report --json fine.lua
    cmp -s out wanted || complain "$time: other bytes"
  done
}
row_55() {
  for i in 1 2 3 4 5 6; do clean "$warplens" report --json fine.lua -o same.json 2>>err & done
  wait
  python3 -c 'import json; json.load(open("same.json"))' || complain 'two writers, no file'
  ! ls | grep -q 'same.json\.' || complain 'a temporary file is left'
  got=0 what='six writers'
  seen 0
}
row_56() {
  { awk 'BEGIN { for (i = 0; i < 60000; i++) printf "["; print "" }'
    awk 'BEGIN { for (i = 0; i < 200000; i++) printf "x"; print "" }'
    echo '{"space":"global","op":"load","width":18446744073709551616,"addresses":[]}'
    echo '{"space":"global","op":"load","width":1e999,"addresses":[NaN]}'
    echo '{"space":"global","space":"shared"}'
    printf '{"space":"glo'; } >lines
  check 5 '6 of 6 lines' "$warplens" batch lines
  [ "$(grep -c '^{"error":{"line":' out)" = 6 ] ||
    complain "not an error for every line: $(cut -c1-200 out)"
  printf 'id,family\n1,2,3\n' >bad.csv
  check 5 'bad.csv' "$warplens" calibrate bad.csv
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
5 calibrate --json missing.csv
5 calibrate --json wrong.lua
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
  mkdir -p trap/patterns trap/lua
  for name in trap/lua/prelude.lua trap/init.lua trap/patterns/stride.lua trap/liblua5.4.so.0 \
    trap/libtinfo.so.6 trap/.warplensrc; do echo 'error("read")' >$name; done
  for env in A=1 'LUA_INIT=error("init")' 'LUA_INIT_5_4=@init.lua' 'LUA_PATH=./?.lua;;' \
    'LUA_CPATH=./?.so' 'WARPLENS=trap'; do
    check 0 '' env -C trap "$env" "$warplens" report --json stride
    [ -e first ] || cp out first
    cmp -s out first || complain "$env: other bytes"
  done
  if command -v strace >/dev/null && ! sanitized; then # what is opened, by path
    (cd trap && clean strace -f -o ../trace -e trace=open,openat "$warplens" report stride \
      >/dev/null)
    ! grep -E 'open(at)?\(' trace | grep -vE '"/|ENOENT' | grep -qE 'AT_FDCWD, "[^/]' ||
      complain "a file of the current directory: $(grep -E '"[^/"]' trace)"
    ! grep -E 'AT_FDCWD, "(\.|lua|patterns|init)' trace ||
      complain 'looks into the current directory'
  fi
  # Set-uid: with no other rights than those of who runs it.
  if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && ! sanitized; then
    chmod 755 "$dir"
    cp "$warplens" suid && chmod 4755 suid
    echo 'x = = "secret"' >secret.lua && chmod 600 secret.lua
    check 5 'Permission denied' setpriv --reuid 65534 --clear-groups ./suid report secret.lua
    check 0 '' setpriv --reuid 65534 --clear-groups ./suid report fine.lua
  else
    got=5 what=
    seen 5
  fi
}

here_rows=$(awk -F'|' '$5 == "here" { print $1 }' "$table")
count=$(grep -c '^[0-9]' "$table")
[ "$count" = 62 ] || { echo "FAILED: $count rows"; bad=1; }
: >seen
[ $# -gt 0 ] || set -- $here_rows
for row; do
  : >err
  row_$row
  wanted=$(awk -F'|' -v r="$row" '$1 == r { print $2 }' "$table")
  got=$(awk -v r="$row" '$1 == r { print $2 }' seen | sort -nu | paste -sd' ')
  [ "$got" = "$wanted" ] || complain "statuses $got, the table has $wanted"
done

# Rows elsewhere: the test is there, and does what it is named for.
awk -F'|' '/^[0-9]/ && $5 != "here" { print $1 "|" $5 }' "$table" >elsewhere
while IFS='|' read -r row where; do
  : >err
  grep -qF -e "${where#*:}" "$here/../${where%%:*}" ||
    complain "no '${where#*:}' in tests/${where%%:*}"
done <elsewhere
echo "$(echo "$here_rows" | wc -w) rows here, $(wc -l <elsewhere) elsewhere," \
  "$(wc -l <seen) statuses"
exit $((bad > 0))
