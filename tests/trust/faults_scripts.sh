# Scripts that are wrong, and what their text holds: sourced by faults.sh.

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
    echo "$name('x')" | script 3 "unknown name \"${name%%.*}\"|there is no $name here"
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
  { printf 'local g = global("g", float, 64)\nfunction kernel() if false then g[0] = 1 end end\n'
    echo 'expect("none in vain", function(r) equal(r.global.efficiency, 1) end)'; } >none.lua
  check 0 '1 of 1 checks passed' "$warplens" check none.lua
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
    'check' 'check --format json' 'check --format junit' \
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
  labels '\27[2J\27]0;t\7\27]52;c;eA==\7\27P\194\155\8\9\127'
  { echo 'title "a\0b\27[2J"'; printf "$fine"; } | script 0 '"title":"a.u2400b' --json
  labels "$(printf '\033[2J\007\177\302\233')"
}
row_22() {
  labels "$(printf '\342\200\256evil\342\201\246 \342\200\213\357\273\277')"
  accents='e\314\201\314\201 \344\275\240\345\245\275'
  joined='\360\237\221\251\342\200\215\360\237\221\251'
  labels "$(printf "$accents $joined \356\200\200 \357\277\277")"
}
row_23() {
  # After what is no UTF-8 a letter, and a surrogate: each is one U+FFFD.
  labels '\255\192\175x\237\160\128y\244\144\128\128\xe9'
  check 0 '"title":".uFFFDx.uFFFDy.uFFFD"' "$warplens" report --json label.lua
  labels "$(printf 'caf\351')"
  check 0 '"title":"caf.uFFFD"' "$warplens" report --json label.lua
}
row_24() {
  labels ''
  labels '--help'
  { printf 'title(("x"):rep(1e6))\n'; printf "$fine"; } |
    script 0 '"title":"x{100,}.u2026"' --json # cut with a mark
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
  for format in junit gradescope; do
    check 1 '' "$warplens" check --format $format grade.lua
    case $format in
    junit) grep -q 'failures="1"' out || complain 'JUnit: forged' ;;
    *) python3 -c 'import json; assert json.load(open("out"))["score"] == 0' || complain 'forged' ;;
    esac
  done
}
