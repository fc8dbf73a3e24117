#!/bin/sh
# A picture of the screen comes back from what is printed when it is left: on the
# screen and from `show`.
. "$(dirname "$0")/lib.sh"
cd "$dir"
ln -s "$warplens" warplens
open_terminal
PATH_LINE="PATH=$dir:\$PATH"
run_line "$PATH_LINE"

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
  clean "$warplens" show "$@" --size=80x24 >shown || fail "show $line"
  sed '$d; s/ *$//' there >there.rows # keys of the screen stand in the last row
  sed '$d; s/ *$//' shown >shown.rows
  diff there.rows shown.rows || fail "$line: another picture from show"
}
trip 'transpose n=64'
trip 'transpose n=64 pad=2 --arch=8.0' 3 PageDown Right . . ]
trip "-e 's[tid * n]' n=8" y
trip 'shfl_xor --ascii' Right 4 Right t
trip 'transpose n=64' w Left b Right 3 # beside a question: hidden, and shown
trip 'transpose n=64' w Left b Right m
trip 'transpose n=64' w m b
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
trip 'marks.lua --step=2 --view=text --scroll=7' # before there are so many rows
case $line in *--scroll=7*) ;; *) fail "scrolled elsewhere: $line" ;; esac

clean "$warplens" show transpose pad=0 --step=7 --lane=3 --print-state >line
grep -qx 'warplens transpose --step=7 --lane=3' line || fail "$(cat line)" # pad is 0 anyway

# A parameter that is changed is part of it, also by --to once the run before it was whole.
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
tr '\n' ' ' <narrow.svg | grep -q '<desc[^<]*warplens vadd --step=2 --view=lines --lane=3</desc>' ||
  fail "no line to copy: $(grep -A3 '<desc' narrow.svg)"

# From 42x17 on the picture gives a row of its own to what the line has no room for.
clean "$warplens" show vadd --lane=3 --view=lines --size 42x17 --step=2 --format svg >small.svg
for part in 'warplens vadd --step=2 --view=lines' '--lane=3'; do
  grep -q -- "<text [^>]*>$part</text>" small.svg || fail "no '$part': $(tail -8 small.svg)"
done

# So does a slide that has its line at the foot, and its answers stay large.
slide='--present --theme=dark --step=73 --question=asked'
# shellcheck disable=SC2086
clean "$warplens" show transpose $slide --size 60x16 --format svg >slide.svg
for part in 'warplens transpose --theme=dark --step=73' '--question=asked --present'; do
  grep -q -- "<text [^>]*>$part</text>" slide.svg || fail "no '$part': $(tail -8 slide.svg)"
done
[ "$(grep -o '<rect' slide.svg | wc -l)" -gt 40 ] || fail 'the answers are small'

for list in '' 73, ,73 73,x 5 999999999; do
  ! clean "$warplens" show transpose "--seen=$list" >"$dir/out" 2>"$dir/err" ||
    fail "--seen=$list is taken"
  grep -q 'no question stands' "$dir/err" || fail "$(cat "$dir/err")"
done

# What is still asked elsewhere hides the heights of the timeline, and what was seen does not.
for row in 'w Right 5|--seen=none' 'w m Right 5|--seen=73' 'w m 5 w|--seen=73' \
  'w m Right Right Right Right 6|--step=77 --seen=73' 'End y Left|--question=asked'; do
  echo "${row%|*}" | tr ' ' '\n' >"$dir/seen.keys"
  state=$(clean "$warplens" show transpose --keys "$dir/seen.keys" --print-state)
  case $state in *"${row#*|}"*) ;; *) fail "$row: $state" ;; esac
  clean "$warplens" show transpose --keys "$dir/seen.keys" >"$dir/seen.was"
  # shellcheck disable=SC2086
  clean "$warplens" show ${state#warplens } >"$dir/seen.now"
  cmp -s "$dir/seen.was" "$dir/seen.now" || fail "$state: another picture in show"
done

# A script's question about a lane leaves the picked one as it is; of what the mask has asked the
# line names the lane.
cat >"$dir/lanes.lua" <<'END'
block(32) local out = global("out", int, 32)
function kernel()
  ::first::
  local v = __shfl_xor_sync(0xffffffff, laneid(), 1)
  out[laneid()] = __shfl_down_sync(0xffffffff, v, 1)
end
at("first", { ask = { figure = "result", lane = 7 } })
END
for row in '0|Enter 6 Enter Enter ] ]|--question=told --lane=9$' \
  '1|m Enter 6 Enter Enter ]|--question=told --lane=1$' \
  '1|] m Enter 6 Enter Enter ]|--asked-lane=1 .*--question=told --lane=2$'; do
  echo "${row#*|}" | sed 's/|.*//' | tr ' ' '\n' >"$dir/lane.keys"
  state=$(clean "$warplens" show "$dir/lanes.lua" --step "${row%%|*}" --question=asked \
    --keys "$dir/lane.keys" --print-state 2>&1) || true
  echo "$state" | grep -qe "${row##*|}" || fail "$row: $state"
done

# The block of a line has the steps of any other, also once it is set.
printf 'p\n-\n-\n' >"$dir/block.keys"
state=$(clean "$warplens" show -e 'g[tid]' block=64 --keys "$dir/block.keys" --print-state)
case $state in *block=32*--to=block=16*) ;; *) fail "$state" ;; esac

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
