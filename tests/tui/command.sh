#!/bin/sh
# The command line: its messages and exit statuses, and where output goes.
. "$(dirname "$0")/lib.sh"
cd "$dir"

cat >good.lua <<'LUA'
title "Good"
local stride = param("stride", 1, { min = 1, max = 32 })
grid(2)
block(64)
local a = global("a", float, 8192)
function kernel()
  local i = (blockIdx.x * blockDim.x + threadIdx.x) * stride
  a[i] = a[i] + 1
end
LUA
echo 'function kernel( end' >bad.lua

# check STATUS MESSAGE ARGUMENT...: the program ends so and says so on stderr,
# in a matching line; nothing is on stdout unless the status is 0, but errors as JSON.
check() {
  wanted=$1 message=$2
  shift 2
  got=0
  clean $bound "$warplens" "$@" >out 2>err </dev/null || got=$?
  [ $got = "$wanted" ] || fail "warplens $*: exit status $got, not $wanted: $(cat err)"
  [ -z "$message" ] || grep -qE -e "$message" err ||
    fail "warplens $*: no '$message' in: $(cat err)"
  [ "$wanted" = 0 ] || [ ! -s out ] || grep -q '^{"error":' out ||
    fail "warplens $*: output although it failed"
  ! grep -q "$(printf '\033')" err out || fail "warplens $*: escape sequences"
}

check 0 '' --help
check 0 '' -h
check 0 '' help
check 0 '' help report
check 0 '' show --help
check 0 '' --version
check 0 '' -V
# A program that asked for JSON gets JSON, also when the script is wrong.
got=0
clean $bound "$warplens" report bad.lua --json >out 2>err </dev/null || got=$?
[ $got = 3 ] || fail "report bad.lua --json: exit status $got"
object='"column":18,"file":"bad.lua".*"message":".*expected near .end.".*"status":3'
grep -q '^{"error":{'"$object"'}}$' out ||
  fail "report bad.lua --json: no error object: $(cat out)"
[ -s err ] || fail 'report bad.lua --json: nothing on stderr'

check 2 'did you mean --json' report good.lua --jsno
check 2 'set without dashes: pad=1$' show good.lua --pad=1
check 2 "did you mean 'banks'" show good.lua --view bank
check 2 'show writes text, ansi, svg, html, plain$' show good.lua --format pdf
check 3 'e:1: cc 1.0 has no atomicAdd\(\) of float' report -e 'atomicAdd(g, 0, 1)' --arch 1.0
check 2 "unknown option '-q'" -q
check 2 'takes no value' report good.lua --json=yes
check 2 'needs a value' report good.lua --limit
check 0 '' report good.lua block=32 grid=3
grep -q 'grid 3 · block 32 ·' out || fail "the shape that was set: $(cat out)"
# What stands in words that have no room for more is explained beside them.
check 0 '' show -e 's[tid // 7 * 2]' --view banks --size 60x16
grep -q '×.* lanes 0–31$' out && grep -q 'bank 0 .* × several lanes$' out ||
  fail "short words: $(cat out)"
check 0 '' show -e 's[tid // 7 * 2]' --view banks
grep -q '[x×]7.*[x×]4' out && grep -q '[x×]4 four lanes, .* ten or more ' out ||
  fail "words of several lanes: $(cat out)"
check 0 '' show -e 's[tid]' --view banks
! grep -q 'four lanes' out || fail "no word is shared: $(cat out)"
# The type of an array's elements is a setting, too, unless a parameter has its name.
check 0 '' report good.lua a=double
grep -q 'a=double *elements of the array (script: float)' out || fail "the type: $(cat out)"
grep -q 'global load *sectors *4 *32 ' out || fail "doubles move twice as much: $(cat out)"
check 2 "a cannot be of type 'flot'" report good.lua a=flot
check 2 'has no parameter and makes no array "b"' report good.lua b=double
sed 's/"stride"/"a"/' good.lua >named.lua
check 2 'whole number' report named.lua a=double
check 2 "block cannot be '64,x'" report good.lua block=64,x
check 2 "grid cannot be '0'" report good.lua grid=0
check 3 'block=: x is 4096; cc 9.0 has at most 1024 .CUDA Programming Guide' report good.lua \
  block=4096
check 3 'grid=: y is 70000; cc 2.0 has at most 65535 .CUDA.* Guide' \
  report good.lua grid=1,70000 --arch=2.0
check 3 'at most' report good.lua block=1024,2
echo 'local a = global("a", float, 64) function kernel() a[threadIdx.x] = 1 end' >shapeless.lua
check 0 '' report shapeless.lua block=64
grep -q 'block 64 ' out || fail 'no block of 64'
check 0 '' report shapeless.lua grid=3
grep -q 'grid 3 ' out || fail 'no grid of 3'
cat >shaped.lua <<'END'
local grid = 2 local a = global("a", float, 32) function kernel() a[threadIdx.x] = grid end
END
check 2 'does not call grid' report shaped.lua grid=3
check 2 'whole number' report good.lua --limit 1.5
check 2 'number' report good.lua --timeout nan
check 2 'number' report good.lua --timeout -1
check 2 'number' report good.lua --jobs ''
check 2 'columns and rows' show good.lua --size 80
check 2 'columns and rows' show good.lua --size 0x0
check 2 'columns and rows' show good.lua --size 99999999999x1
check 2 'at least 42x12' show good.lua --size 41x12
check 2 'cannot be .png.' show good.lua --format=png
check 2 'does not belong' report good.lua --view lanes
check 2 'write --format=json' check good.lua --json
check 2 'unknown GPU generation' report good.lua --arch 0.1
check 2 'needs a script' report
check 2 'one file at a time' report good.lua bad.lua
check 2 'not both' report -e 'g[tid]' good.lua
check 2 'no script' stride=3
check 2 'did you mean .warplens help report' help reprot
check 2 'lines' show good.lua --view liens
check 2 'no step' show good.lua --step 1000000
check 2 'makes no step' show good.lua --line 1
check 5 'did you mean .report' reprot
check 2 'did you mean .warplens report good.lua' reprot good.lua
check 2 'one file at a time' good.lua good.lua

# More of a kind than there may be is a limit; one that is too long is wrong.
awk 'BEGIN { for (i = 0; i < 65; i++) printf "global(\"a%d\", int, 1)\n", i
  print "function kernel() end" }' >many.lua
check 4 'more than 64 arrays' report many.lua
{ printf 'block(1)\nfunction kernel() mark("'; head -c 100000 /dev/zero | tr '\0' x
  echo '") end'; } >long.lua
check 3 'mark' report long.lua

# A name with neither slash nor dot is that of a bundled script, whatever lies here; where that
# could be in doubt, it is told which is meant.
mkdir own
cd own
echo 'error("read from the current folder")' >stride
cp stride stride.lua
cp stride private
mkdir race folder
for verb in report show diff suggest sweep; do
  case $verb in
  diff) more='-- stride=2' ;;
  sweep) more='stride=1..2' ;;
  *) more= ;;
  esac
  check 0 "note: 'stride' is the bundled script; the file here is ./stride$" $verb stride $more
done
check 0 'note:' diff transpose stride
check 0 'note:' show stride --beside stride
check 3 'stride:1: read from' report ./stride
check 3 'stride.lua:1: read from' report stride.lua
check 5 "called 'private'" report private
grep -q 'the file here is ./private$' err || fail 'no word of the file that may be meant'
check 3 'private:1: read from' report ./private
rm stride
cp stride.lua strida.lua
check 0 "the file here is ./stride.lua$" report stride --limit=0
check 5 "the file here is ./strida.lua" report strida
check 0 '' report race --limit=0 # a directory is no script
clean "$warplens" race >out 2>err
grep -q '^race.lua' out || fail 'a directory comes before the bundled script'
cp "$source/patterns/race.lua" folder
clean "$warplens" folder >out 2>err
grep -q '^  race ' out || fail 'a directory is no course'
cp "$source/patterns/race.lua" race.lua
for file in race.lua ./race.lua; do
  ! clean "$warplens" report $file --limit=0 2>&1 | grep -q note: || fail "$file is clear"
done
check 5 "the bundled script is called 'transpose'" report transpose.lua
check 5 "the bundled rubric is called 'exercise_transpose'" check race.lua \
  --rubric exercise_transpose.lua
cd ..
check 5 'did you mean .transpose' transposee
check 5 'missing.lua' report missing.lua
check 5 'directory' report .
check 3 'bad.lua:1' report bad.lua
check 5 'missing' batch missing

# What runs, runs the same in every spelling.
check 0 '' report good.lua --json
mv out plain
for arguments in '--json report good.lua' 'report --json -- good.lua' \
  'report --js good.lua' 'report good.lua --json stride=1' 'report good.lua --json --jobs 1' \
  'report good.lua --json --arch sm_90'; do
  # shellcheck disable=SC2086
  check 0 '' $arguments
  cmp -s out plain || fail "warplens $arguments: not the same report"
done
clean "$warplens" report - --json <good.lua >out || fail 'a script from standard input'
grep -v '^"script"' out >piped
grep -v '^"script"' plain | cmp -s - piped || fail 'not the same report from standard input'
check 0 '' good.lua
check 0 '' report good.lua
check 0 '' show good.lua --view lanes --step 1
check 0 '' transpose
check 0 ''
grep -q '^  transpose  *Matrix transpose' out || fail 'the bundled scripts are not listed'

# Output that cannot be written.
nulls=$(seq 31 | sed 's/.*/,null/' | tr -d '\n')
echo "{\"space\":\"shared\",\"op\":\"load\",\"width\":4,\"addresses\":[0$nulls]}" >one
for arguments in --help --version '' 'report good.lua' 'report good.lua --json' 'show good.lua' \
  batch 'good.lua'; do
  for where in full closed; do
    got=0
    # shellcheck disable=SC2086
    case $where in
    full) clean "$warplens" $arguments >/dev/full 2>err <one || got=$? ;;
    closed) clean "$warplens" $arguments >&- 2>err <one || got=$? ;;
    esac
    [ $got = 6 ] || fail "warplens $arguments, stdout $where: exit status $got, not 6: $(cat err)"
    grep -q 'cannot write' err || fail "stdout $where: $(cat err)"
  done
done
got=0
clean "$warplens" report - <&- >out 2>err || got=$?
[ $got = 5 ] || fail "standard input closed: exit status $got, not 5"
clean "$warplens" report good.lua >out 2>&- || fail 'standard error closed'

# Who asks line by line is answered before the next question.
mkfifo questions answers
clean $bound "$warplens" batch <questions >answers &
exec 8>questions 9<answers
for round in 1 2; do
  cat one >&8
  read -r answer <&9
  case $answer in
  '{"requests":1,'*) ;;
  *) fail "batch, question $round: $answer" ;;
  esac
done
exec 8>&- 9<&-
wait $! || fail 'batch: not a good end'

# -o replaces a file as a whole, or not at all.
echo old >result
check 6 'directory' report good.lua -o .
check 6 'cannot write' report good.lua -o none/result
check 6 'being read' report good.lua -o good.lua --format=text
check 3 'bad.lua:1' report bad.lua -o result
[ "$(cat result)" = old ] || fail 'a failed run changed the file of -o'
chmod 600 result
ln -s result link
check 0 '' report good.lua --json -o link
cmp -s result plain || fail '-o wrote something else'
[ -h link ] || fail '-o replaced a link'
[ "$(stat -c %a result)" = 600 ] || fail '-o changed the mode of the file'
check 6 'cannot write' report good.lua -o /dev/full
got=0
(ulimit -f 0 && clean "$warplens" report good.lua -o result 2>/dev/null) || got=$?
[ $got = 6 ] || fail "a file that may not grow: exit status $got"
[ "$(find . -name 'result.*' -o -name 'link.*')" = '' ] || fail 'a temporary was left behind'

# A reader that goes away ends the program, without a word.
{ clean "$warplens" report good.lua 2>err; echo $? >status; } | head -n 1 >out
[ ! -s err ] || fail "the reader went away: $(cat err)"

# The same bytes wherever it runs.
for locale in C POSIX C.UTF-8 xx_XX; do
  env -i PATH=/usr/bin LC_ALL=$locale "$warplens" report good.lua --json --jobs 2 >out
  cmp -s out plain || fail "another report in locale $locale"
done
