#!/bin/sh
# A picture of the screen comes back from what is printed when it is left: on the
# screen and from `show`.
. "$(dirname "$0")/lib.sh"
cd "$dir"
ln -s "$warplens" warplens
open_terminal
PATH_LINE="PATH=$dir:\$PATH"
run_line "$PATH_LINE"

: >none # questions are asked where keys are pressed
# trip ARGUMENTS KEY...: what the keys lead to, three times.
trip() {
  arguments=$1
  shift
  start_line "warplens $arguments --print-state"
  until_text '[0-9]/[0-9]'
  [ $# = 0 ] || keys "$@"
  settled
  text >there
  keys q
  ends_with 0
  line=$(text | tr -d '\n' | sed 's/.*\(warplens .*\)ready>.*/\1/; s/ *$//')
  case $line in 'warplens '*) ;; *) fail "no command line: $line" ;; esac
  start_line "$line"
  until_text '[0-9]/[0-9]'
  settled
  text >again
  diff there again || fail "$line: another picture on the screen"
  keys q
  ends_with 0
  eval "set -- ${line#warplens }"
  clean "$warplens" show "$@" --keys=none --size=80x24 >shown || fail "show $line"
  sed '$d; s/ *$//' there >there.rows # keys of the screen stand in the last row
  sed '$d; s/ *$//' shown >shown.rows
  diff there.rows shown.rows || fail "$line: another picture from show"
}
trip 'transpose n=64'
trip 'transpose n=64 pad=2 --arch=8.0' 3 PageDown Right . . ]
trip "-e 's[tid * n]' n=8" y
trip 'shfl_xor --ascii' Right 4 Right t
cat >marks.lua <<'LUA'
title "Marks that come in one by one"
grid(1)
block(1)
local a = global("a", float, 32)
function kernel()
  for k = 1, 30 do
    local s = 0
    for i = 1, 4000000 do s = s + i end
    mark("mark " .. k)
    a[threadIdx.x] = s
    __syncthreads()
  end
end
LUA
trip 'marks.lua --at=step:2,view:text,scroll:7' # before there are so many rows
case $line in *scroll:7*) ;; *) fail "scrolled elsewhere: $line" ;; esac

clean "$warplens" show transpose pad=0 --step=7 --lane=3 --print-state >line
grep -qx 'warplens transpose --at=step:7,lane:3' line || fail "$(cat line)" # pad is 0 anyway

# A parameter that is changed is part of it.
start_line "warplens transpose n=64"
until_text 'pad=0'
keys p + @
until_text '^ warplens transpose .*pad=1'
keys q
ends_with 0

# What the run has not stands above the picture.
start_line "warplens transpose --step=999999999"
until_text 'no step 999999999'
keys q
ends_with 0

# A picture too narrow for the line that comes back to it has all of it in its description.
clean "$warplens" show vadd --lane=3 --view=lines --size 42x12 --step=2 --format svg >narrow.svg
tr '\n' ' ' <narrow.svg | grep -q '<desc[^<]*warplens vadd --at=step:2,view:lines,lane:3</desc>' ||
  fail "no line to copy: $(grep -A3 '<desc' narrow.svg)"

# From 42x17 on the picture gives a row of its own to what the line has no room for.
clean "$warplens" show vadd --lane=3 --view=lines --size 42x17 --step=2 --theme=light \
  --format svg >small.svg
for part in 'warplens vadd --theme=light' '--at=step:2,view:lines,lane:3'; do
  grep -q -- "<text [^>]*>$part</text>" small.svg || fail "no '$part': $(tail -8 small.svg)"
done

# What is no place is an error before anything runs, and says what there is.
! clean "$warplens" show transpose --at=step:73,vew:banks >out 2>err || fail 'taken'
grep -q "'vew:banks' is no place in a picture" err && grep -q 'any of step:N, line:N, view:' err ||
  fail "$(cat err)"

# An argument that is longer than a row goes on in the next: what a shell makes of the rows as they
# stand on the screen is what it makes of the line.
mkdir "$dir/args"
printf '#!/bin/sh\nprintf "%%s\\n" "$@"\n' >"$dir/args/warplens"
chmod +x "$dir/args/warplens"
echo @ >"$dir/at.keys"
odd="it's''a'''''very'long'äöüäöüäöüäöü'''name.lua"
cp "$source/patterns/vadd.lua" "$odd"
for words in "vadd n=64 --arch=8.0 block=32,8 grid=2,2 a=float b=float c=float" "$odd n=64"; do
  for size in 42x17 60x16 80x24; do
    clean "$warplens" show vadd --beside "$words" --keys "$dir/at.keys" --size $size |
      sed '1,/from a shell:/d; / keys/,$d' >"$dir/rows"
    [ "$(wc -l <"$dir/rows")" -gt 1 ] || fail "$size: $(cat "$dir/rows")"
    PATH="$dir/args:$PATH" sh "$dir/rows" >"$dir/rows.args"
    clean "$warplens" show vadd --beside "$words" --keys "$dir/at.keys" --print-state >"$dir/line"
    PATH="$dir/args:$PATH" sh "$dir/line" >"$dir/line.args"
    diff "$dir/rows.args" "$dir/line.args" || fail "$size: $(cat "$dir/rows")"
  done
done
