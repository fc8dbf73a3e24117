#!/bin/sh
# `warplens sweep`: what it finds, in every format, and what it refuses.
. "$(dirname "$0")/lib.sh"
expect() { # STATUS PATTERN ARGUMENTS...
  status=$1 pattern=$2
  shift 2
  got=0
  text=$("$warplens" sweep "$@" 2>&1) || got=$?
  if [ "$got" != "$status" ] || ! printf '%s\n' "$text" | grep -qe "$pattern"; then
    printf 'warplens sweep %s: exit status %s, not %s, or no "%s":\n%s\n' "$*" "$got" "$status" \
      "$pattern" "$text"
    bad=1
  fi
}
same() { # WHAT GOT WANTED
  [ "$2" = "$3" ] || { printf '%s:\n  is     %s\n  wanted %s\n' "$1" "$2" "$3"; bad=1; }
}

cat >room.lua <<'LUA'
title "Room, and \"more\" <of it>"
local n = param("n", 2, { min = 1, max = 9 })
local kind = param("kind", "plain", { values = { "plain", "strided" } })
block(64)
local s = shared("s", double, 4096 * n)
function kernel()
  s[threadIdx.x * (kind == "plain" and 1 or 2)] = 1
end
LUA
# A figure of each run is what a report of it says.
for pad in 0 1 2; do
  same "pad=$pad" "$("$warplens" report transpose n=64 pad=$pad --json |
    jq '[.totals.shared[].wavefronts] | add')" \
    "$("$warplens" sweep transpose n=64 pad=0..2 --json --figure shared.wavefronts |
      jq ".lines[0].points[$pad].figures[\"shared.wavefronts\"]")"
done
# The view plots the figure that its line names, and another one once that is chosen.
view() { "$warplens" show transpose n=64 --view sweep --size 100x24 "$@"; }
for figure in shared.ideal_wavefronts shared.load.wavefronts shared.store.wavefronts; do
  "$warplens" sweep transpose n=64 pad=0..8 --json --figure $figure >plotted
  view --figure=$figure >seen
  same "$figure in the view" "$(sed -n 's/^.*↑ pad=0: //p' seen | tr -d ,)" \
    "$(jq ".lines[0].points[0].figures[]" plotted)"
  same "the best $figure" "$(sed -n 's/^.*best: \([0-9,]*\) at .*/\1/p' seen | tr -d ,)" \
    "$(jq ".lines[0].points | map(.figures[]) | if max == min then empty else min end" plotted)"
done
echo Down >down.keys
line=$(view --figure=shared.load.excess_wavefronts --keys down.keys --print-state)
same 'another figure' "$(printf '%s' "$line" | grep -c excess_wavefronts)" 0
# Values that it leaves out are told of, where the present one leaves room.
: >none.keys
for stride in 2 31; do
  "$warplens" show stride stride=$stride --mask --keys none.keys --view sweep >seen # hidden: none
  same "hidden, stride=$stride" "$(grep -c 'of those' seen)" 0
  "$warplens" show stride stride=$stride --view sweep --step=0 --size 80x24 >seen
  same "stride=$stride" "$(grep '↑' seen | grep -c ' 0–63 of those from 0 to 64')" 1
done
"$warplens" show stride --view sweep --step=0 --size 60x16 >seen
same 'those in sight' "$(grep -c ' 0–47 of those from 0 to 64' seen)" 1
same 'all values' "$(view --figure=shared.wavefronts | grep -c 'of those')" 0
# There are as many as have room in a sweep, around the present one.
cat >wide.lua <<'LUA'
local n = param("n", 1024, { min = 8, max = 4096, step = 8 })
local out = global("out", int, n + 24)
function kernel() out[threadIdx.x] = 1 end
block(32)
LUA
for span in 8:8..512 264:8..512 272:16..520 1024:768..1272 3848:3592..4096 4096:3592..4096; do
  n=${span%%:*}
  "$warplens" show wide.lua n=$n --view sweep --format plain | grep '^n [0-9]' >seen
  same "values around n=$n" "$n:$(sed -n '1s/^n \([0-9]*\).*/\1/p' seen)..$(
    sed -n '$s/^n \([0-9]*\).*/\1/p' seen)" "$span"
  same "n=$n among $(wc -l <seen)" "$(grep -c "^n $n, now: " seen)/$(wc -l <seen)" 1/64
done
# In however many processes, the same bytes.
for jobs in 1 2 5; do
  "$warplens" sweep room.lua n=.. kind=.. --arch=2.0,9.0 --json --jobs $jobs >jobs-$jobs
  cmp jobs-1 jobs-$jobs || bad=1
done
expect 0 '^  ► 2 .*' room.lua n=1..3 --figure shared_bytes
expect 0 '^    1      32,768  .*  best$' room.lua n=1..3 --figure shared_bytes
expect 0 'as the script has it: n=2' room.lua n=1..3 --figure shared_bytes
expect 0 'The script has n=2, which is not among them' room.lua n=5,6
expect 0 '^    1           6  .*best' room.lua n=1,2,3 --figure occupancy.blocks
expect 0 '^    1           4  .*best' room.lua n=1,2 --figure occupancy.blocks --registers=180
expect 0 'kind: shared wavefronts, all accesses, n=4' room.lua kind=.. n=4,5
expect 0 '^    8  shared.*it takes 262144 bytes; shared memory has' room.lua n=7,8
expect 0 '^    1           -$' -e 'g[tid]' k=1,2 --figure global.transactions
expect 0 '  *2           ?$' -e 'g[tid * k]' k=1,2 --figure global.wavefronts --arch=5.2
expect 0 'cc 2.0 Tesla M2090$' -e 'g[tid * k]' k=1..3 --arch=2.0,9.0
expect 0 '^  > 2 .*#:  best' room.lua n=2..4 --figure shared_bytes --ascii
expect 0 '^    96           1  █' -e 's[tid]' block=32..96:32 --figure shared.ways
# CSV and plots.
"$warplens" sweep room.lua n=7..8 kind=.. --format csv \
  --figure shared.wavefronts,shared.efficiency -o csv
same 'csv' "$(sed 's/,"shared(): ""s"" does.*,/,PROBLEM,/' csv | tr '\n' ' ')" \
  "n,kind,arch,shared.wavefronts,shared.efficiency,problem,script 7,plain,9.0,4,1,,room.lua \
8,plain,9.0,,,PROBLEM,room.lua 7,strided,9.0,8,0.5,,room.lua 8,strided,9.0,,,PROBLEM,room.lua "
"$warplens" sweep room.lua n=.. kind=.. --format svg --figure shared.wavefronts,shared_bytes \
  -o lines.svg
"$warplens" sweep room.lua n=.. --format svg --theme projector --figure shared_bytes -o bars.svg
"$warplens" sweep -e 'g[tid * k]' k=0..99 --format svg -o many.svg
# A picture says what the view does.
texts() { sed -n 's/^<text [^>]*>\([^<]*\)<.*/\1/p' "$1"; }
cat >steps.lua <<'LUA'
local n = param("n", 0, { min = 0, max = 3 })
local a = global("a", int, 128)
block(32)
function kernel() a[threadIdx.x * (n + 1)] = 1 end
LUA
"$warplens" sweep steps.lua n=.. --format svg --figure global.sectors -o steps.svg
"$warplens" show steps.lua --view sweep --figure=global.sectors --size 100x24 >seen
texts steps.svg >words
for words in 'global sectors' '✓ best: 4 at n=0' '↑ n=0: 4'; do
  grep -qF "$words" seen && tr '\n' ' ' <words | grep -qF "$words" || fail "no '$words' in both"
done
for number in 4 8 12 16; do
  grep -qx "\(✓ \)*$number" words || { echo "steps.svg: no $number"; cat words; bad=1; }
done
# There is room for all values, and each line has a plot of each figure.
same 'names of places' "$(texts many.svg | grep -E '^[0-9]+( [0-9]+)*$' | tr ' ' '\n' |
  grep -cx '9[0-9]')" "$(seq 90 99 | awk '$1 % 3 == 0' | wc -l)"
for title in 'shared wavefronts, all accesses' 'shared bytes of a block'; do
  same "plots of $title" "$(texts lines.svg | grep -cxF "$title")" 2
done
same 'lines' "$(texts lines.svg | grep -c '^kind=\(plain\|strided\)$')" 4
grep -q '<title id="title">Room, and &quot;more&quot; &lt;of it&gt;</title>' bars.svg || bad=1
grep -q 'shared bytes of a block, for each n[.] .*n 1: 32,768, the best[.] n 2, now: 65,536[.]' \
  bars.svg || fail 'bars.svg: values are not described'
texts bars.svg | grep -q '^n=8 (and 1 more): shared' || fail 'bars.svg: no reason'
if command -v xmllint >/dev/null; then
  xmllint --noout ./*.svg || bad=1
fi
# What all runs are given is said wherever the sweep is taken, as the same plot may be of others.
given() { "$warplens" sweep transpose n=8 n=64 pad=0,1 tile=double --format "$@"; }
for format in text svg; do
  given $format | grep -q 'n=64 tile=double' || { echo "$format: no settings"; bad=1; }
  given $format | grep -q 'n=8' && { echo "$format: a setting that counts for nothing"; bad=1; }
done
same 'settings in CSV' "$(given csv --figure shared_bytes | tr '\n' ' ')" \
  'pad,n,tile,arch,shared_bytes,problem,script 0,64,double,9.0,8192,,transpose.lua '\
'1,64,double,9.0,8448,,transpose.lua '
same 'settings in JSON' "$(given json | jq -c '.lines[].settings')" '{"n":"64","tile":"double"}'
# … and so is the generation, of several lines as of one; where lines have theirs, they say so.
of() { "$warplens" sweep transpose n=64 pad=0,1 variant=rows,shared --format "$@"; }
for format in text svg; do
  of $format >out
  grep -q 'transpose.lua · cc 9.0 H200' out || fail "$format: no generation"
  of $format --arch=8.0 >out
  grep -q 'transpose.lua · cc 8.0 A100' out || fail "$format: not the generation that was asked for"
  of $format --arch=8.0,2.0 >out
  grep -q 'transpose.lua · cc' out && fail "$format: one generation of two"
  grep -q 'variant=shared, cc 2.0 Tesla M2090' out || fail "$format: a line without its generation"
done
of svg --arch=8.0 | grep '<desc id="desc">transpose.lua · cc 8.0 A100 · n=64[.] ' |
  grep -q ' The whole grid, variant=rows: global sectors, ' ||
  fail 'a plot is not described as what it is of'
same 'generation in CSV' "$(of csv --arch=8.0 --figure shared_bytes | sed 2q | tr '\n' ' ')" \
  'pad,variant,n,arch,shared_bytes,problem,script 0,rows,64,8.0,0,,transpose.lua '
# Names of lines are whole, on the page and in a plot.
of text --arch=2.0,3.5:l1=ca:banks=8 >out
grep -A 1 ', variant=rows, cc 3.5:l1=ca:banks=8 Tesla$' out | grep -q '^  K40$' ||
  fail 'the name of a line is cut'
grep -q '^.\{81\}' out && fail 'a row is wider than a terminal'
of svg --arch=2.0,3.5:banks=8 | grep -q '>variant=shared, cc 3.5:banks=8 Tesla K40</text>' ||
  fail 'the name of a line is cut in a plot'
# … and what each run has a value of its own of, is no setting of all of them.
for format in text svg; do
  given $format pad=7 | grep -q 'pad=7' &&
    { echo "$format: a setting that the values of the axis replace"; bad=1; }
done
same 'settings that are replaced, in CSV' \
  "$("$warplens" sweep stride stride=1,2 offset=3 offset=1,2 type=float --format csv | sed 2q |
    tr '\n' ' ')" \
  'stride,offset,type,arch,global.sectors,problem,script 1,1,float,9.0,9,,stride.lua '
# The view: the values around the present one, while the arrows move it.
view() { # PATTERN ARGUMENTS...
  pattern=$1
  shift
  text=$("$warplens" show "$@")
  printf '%s\n' "$text" | grep -qe "$pattern" || {
    printf 'warplens show %s: no "%s":\n%s\n' "$*" "$pattern" "$text"
    bad=1
  }
}
printf 'w\nm\n9\nRight\n' >right # what a plot would tell is asked first
printf '9\np\np\n' >other
view '✓ best: 256 at pad=1, 3, 5, 7' transpose n=64 --view sweep
view '^           ↑ pad=0: 4,224' transpose n=64 --view sweep
view '^                  ↑ pad=1: 256' transpose n=64 --keys right
view '^ shared bytes of a block  *✓ best: 32,768 at n=1' room.lua --view sweep
view 'hidden' room.lua --view sweep --mask
view '^  *plain  *strided$' room.lua --keys other
view '1  2  3  4  5  6  7  8  9  10 11' -e 'g[tid * k]' k=3 --view sweep
view 'the script has no parameter to sweep' -e 'g[tid]' --view sweep
cat >slow.lua <<'END'
local n = param("n", 0, { min = 0, max = 2 })
local a = global("a", float, 32)
block(32)
function kernel()
  while n == 1 do end
  a[threadIdx.x] = n
end
END
view '…  *stopped ' slow.lua --view sweep --timeout 1
view '^n 1: stopped: the script was still running after 1 s' slow.lua --view sweep --timeout 1 \
  --format plain
view 'the same so far, 2 of 3 known' slow.lua --view sweep --timeout 1
expect 4 'n=1: the script was still running' slow.lua n=0..2 --timeout 1
# What stands below a plot is broken where it is wide, and none of it is left out.
cat >long.lua <<'END'
local n = param("n", 0, { min = 0, max = 2 })
local a = global("a", float, 32)
block(32)
function kernel()
  if n == 1 then
    error("this value cannot be, since the kernel would have to be launched with more threads " ..
          "than a block may have")
  end
  a[threadIdx.x] = n
end
END
"$warplens" sweep long.lua n=0..2 --format svg >out || :
grep -q '>n=1: this value ' out && grep -q 'block may have</text>' out || {
  cat out
  echo 'FAILED: the note of a plot is cut'
  exit 1
}
"$warplens" show transpose n=64 --view sweep --step 99999999 >out 2>err && fail=1 || fail=$?
[ "$fail" = 2 ] && grep -q 'no step 99999999' err && [ ! -s out ] || {
  echo "FAILED: a step that is not there: $fail"
  exit 1
}
# What makes no sense.
expect 2 'such as n=1..9' room.lua
expect 2 'needs a parameter with several values' -e 'g[tid]'
propose() { # HINT PARAM...: what is proposed for such a script can be swept
  hint=$1
  printf '%s\n' "$2" 'grid(1) block(32) local a = global("a", float, 64)' \
    'function kernel() a[threadIdx.x] = 1 end' >proposed.lua
  expect 2 "  $hint\$" proposed.lua
  expect 0 '' proposed.lua "${hint##* }"
}
propose 'such as f=0.25..2.75' 'param("f", 0.5, { min = 0.25, max = 2.75 })'
propose 'such as n=0..100000:12500' 'param("n", 1, { min = 0, max = 100000 })'
propose 'such as n=1..3' 'param("n", 1, { min = 0.5, max = 3.5 })'
propose 'such as n=4,8' 'param("n", 4)'
propose 'such as n=-1,0' 'param("n", 0, { max = 0 })'
propose 'such as n=12345678901,24691357802' 'param("n", 12345678901)'
propose 'the script has none to sweep; its blocks are: block=32..256:32' \
  'param("k", "x", { values = { "x" } })'
propose 'such as k=..' 'param("k", "x", { values = { "x", "y" } })'
propose 'the script has none to sweep; its blocks are: block=32..256:32' ''
expect 2 'sweep needs a script' n=1..2
expect 2 "'3..1' runs backwards" room.lua n=3..1
expect 2 'shared has requests' room.lua n=.. --figure shared.foo
expect 2 'unknown figure' room.lua n=.. --figure shared.wavefronts,
expect 2 'at most 8 figures' room.lua n=.. --figure "$(yes shared.ways | head -9 | paste -sd,)"
expect 2 'more than 1024' -e 'g[tid*k]' k=1..2000
expect 2 '18 lines of a plot, more than 16' room.lua kind=.. n=.. --arch=8.0,9.0
expect 2 '1200 runs, more than 1024' -e 'g[tid*k+j]' k=1..600 j=1,2
expect 2 'sweep cannot write --format=ansi' room.lua n=.. --format=ansi
expect 2 'it must be a whole number from 1 to 9' room.lua n=8..10
expect 2 '^warplens: kind=plane: it must be one of plain' room.lua kind=plain,plane
expect 2 'no parameter' room.lua m=1..3
expect 3 'k=1.*whole number' -e 'g[tid * 0.5 * k]' k=1,3
expect 4 'k=2: the script was still running' \
  -e 'k == 1 and g[tid] or (function() while true do end end)()' \
  k=1,2 --timeout=0.5
expect 5 'No such file' nothing.lua n=1..2

# Whole numbers in hexadecimal, for choices and where there are limits.
cat >hex.lua <<'LUA'
local mask = param("mask", 0xffffffff, { values = { 0xffff, 0xffffffff, -1, "0x10" } })
local k = param("k", 0x10, { min = 0, max = 0xff })
local out = global("out", double, 2)
function kernel() out[0] = mask; out[1] = k end
LUA
holds() { # SETTING ELEMENT NUMBER
  "$warplens" report hex.lua "$1" --array "out[$2]" >out 2>&1 || :
  grep -qx "out\[$2\] $3" out || fail "$1: $(cat out)"
}
holds mask=0xffff 0 65535
holds mask=0XFfFf 0 65535
holds mask=65535 0 65535
holds mask=0xffffffff 0 4294967295
holds mask=0xffffffffffffffff 0 -1
holds mask=-0x1 0 -1
holds k=0x1f 1 31
expect 2 'it must be one of 65535' hex.lua mask=0xfff,0xffff
expect 2 'it must be one of 65535' hex.lua mask=0x,0xffff
expect 2 'it must be one of 65535' hex.lua mask=0x-1,0xffff
expect 0 '' hex.lua mask=0xffff,0xffffffff
expect 0 '' hex.lua k=0x1..0x3
exit $bad
