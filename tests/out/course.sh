#!/bin/sh
# The course: what `warplens list` says of it, and that each of its scripts keeps what it
# promises. With no patterns to look at, it fails.
. "$(dirname "$0")/lib.sh"

"$warplens" list --json >list.json
"$warplens" list >list
(cd "$source/patterns" && ls -- *.lua | sed 's/\.lua$//' | sort) >files
jq -r '.scripts[].name' list.json | sort | diff files - || fail 'list --json is not the directory'
same "$(jq '[.scripts[] | select(.topic == null or .title == "" or .about == "") | .name]
  | length' list.json)" 0 'scripts that are no lesson, or have no title or no text'
same "$(jq '[.scripts[].order] | . == (sort | unique)' list.json)" true 'the order is one'
same "$(jq -r '[.scripts[].topic] | [foreach .[] as $t ({}; {now: $t, new: ($t != .now)};
  select(.new) | .now)] | (length == (unique | length))' list.json)" true 'topics stand together'
while read -r name; do
  grep -q "^  $name " list || fail "$name is not in the list"
done <files
cells=$(wc -L <list)
[ "$cells" -le 80 ] || fail "the list is $cells cells wide"
! grep -q '…' list || fail 'a title in the list is cut'
same "$("$warplens" list --level 1 --json | jq '[.scripts[].level] | unique')" \
  "$(printf '[\n  1\n]')" 'list --level 1'

# Directories of one's own; what is no lesson comes last, and nothing that a file says
# gets to the terminal as it is.
mkdir own
printf 'title "B"\nlesson{ topic = "T", order = 2, level = 1, minutes = 3 }\n' >own/a.lua
printf 'lesson({ topic = "T",\n order = 1, level = 3, minutes = 4, flip = "x=1" });title("A")\n' \
  >own/b.lua
printf 'title "plain \033[31m"\n' >own/0.lua
printf 'local lesson = 1\ntitle [[two\n lines]] lesson = { topic = "T" }\n' >own/1.lua
same "$("$warplens" list own --json |
  jq -r '[.scripts[] | .name + " " + .title + " " + (.flip // "-")] | join(",")')" \
  "b A x=1,a B -,0 plain $(printf '\033')[31m -,1 two lines -" 'a directory'
"$warplens" list own | LC_ALL=C grep -q "$(printf '\033')" && fail 'an escape sequence got through'
! "$warplens" list own | grep -q 'No place' || fail 'what is no lesson is missed'
mkdir lost
cp own/a.lua lost
printf 'title "B"\nlesson{ topic = "T", order = 2, level = 9, minutes = 3 }\n' >lost/level.lua
printf 'title "B\nlesson{ topic = "T", order = 2, level = 1, minutes = 3 }\n' >lost/quote.lua
"$warplens" list lost >out
grep -qx 'No place was found for level, quote: `warplens check FILE` says why.' out ||
  fail "lessons without a place: $(cat out)"
mkdir empty
got=0
"$warplens" list empty >out 2>&1 || got=$?
same "$got" 5 'an empty directory'

# A lesson that lists would not see as it is.
refuse() { # MESSAGE TEXT
  printf '%s\nfunction kernel() end\n' "$2" >refused.lua
  got=0
  "$warplens" report refused.lua >out 2>&1 || got=$?
  same "$got" 3 "$2"
  grep -qF "$1" out || fail "$2: no '$1' in: $(cat out)"
}
refuse 'minutes is missing' 'lesson{ topic = "T", order = 1, level = 1 }'
refuse 'level' 'lesson{ topic = "T", order = 1, level = 4, minutes = 1 }'
refuse 'unknown field "lenght"' \
  'lesson{ topic = "T", order = 1, level = 1, minutes = 1, lenght = 1 }'
refuse 'topic is missing, or not written as it is' \
  'lesson{ topic = "T" .. "U", order = 1, level = 1, minutes = 1 }'
refuse 'order is missing, or not written as it is' \
  'local n = 3 lesson{ topic = "T", order = n, level = 1, minutes = 1 }'
refuse 'takes a table' 'lesson "T"'
refuse 'topic is missing, or not written as it is' \
  'lesson{ topic = 3, order = 1, level = 1, minutes = 1 }'

# Level 1 is a lecture of an hour, with time for questions; level 2 takes two hours.
while read -r level least most; do
  minutes=$(jq "[.scripts[] | select(.level == $level) | .minutes] | add" list.json)
  if [ "$minutes" -lt "$least" ] || [ "$minutes" -gt "$most" ]; then
    fail "level $level takes $minutes minutes, not $least to $most:" \
      "$(jq -r ".scripts[] | select(.level == $level) | .name + \" \(.minutes)\"" list.json |
        paste -sd, -)"
  fi
done <<'END'
1 50 58
2 100 120
END

# warplens-course(7) tells of all of these, and of the exercises, in minutes that are right.
page=$source/man/warplens-course.7
sed -n 's/^\.It Li \([a-z_0-9]*\) No \([0-9]*\) min$/\1 \2/p' "$page" >told
jq -r '.scripts[] | select(.level < 3 or .topic == "Exercises") | "\(.name) \(.minutes)"' \
  list.json | sort >wanted
sort told | diff wanted - || fail 'lessons (-) and those that warplens-course(7) has (+) differ'
minutes_of() { # HEADING: what its lessons take together, up to the next paragraph
  sed -n "/^\.Ss $1\$/,/^\.El/s/^\.It Li .* No \([0-9]*\) min\$/\1/p" "$page" |
    awk '{ n += $1 } END { print n }'
}
for heading in 'The hour' 'Two hours'; do
  minutes=$(minutes_of "$heading")
  sed -n "/^\.Ss $heading\$/,/^\.Bl/p" "$page" | tr '\n' ' ' | grep -q "take $minutes minutes" ||
    fail "$heading: $minutes minutes"
done

# Each lesson has a stop, a note, a question and an expectation; it meets these as it is, flipped,
# and on other generations, as far as these have what it needs. Flipping it changes something.
# Nothing is left to chance but in lessons about that.
meets() { # NAME SETTINGS
  for arch in '' 1.3 2.0 3.5 6.1 12.0; do
    case "$2 $arch" in *--arch=*' '?*) continue ;; esac # that is one of them
    status=0
    # shellcheck disable=SC2086
    "$warplens" check "$1" $2 ${arch:+--arch=$arch} >check 2>&1 || status=$?
    [ "$status" != 3 ] || [ -z "$arch" ] ||
      ! grep -qE 'cc [0-9.]+ has (no|at most) |does not fit' check || continue
    [ "$status" = 0 ] || fail "$1 $2${arch:+ on cc $arch}: expects what is not so: $(cat check)"
  done
}
run() { "$warplens" "$@" 2>err; }
each() { [ -z "$1" ] || echo "$1" | sed 's/, /\n/g'; } # of the settings that a lesson goes on to
while IFS='|' read -r name flip topic level minutes; do
  file=$source/patterns/$name.lua
  for word in '  title =' '  ask =' 'expect('; do
    grep -q "^ *$word" "$file" || [ "$topic" = Exercises ] || fail "$name: no $word"
  done
  # The kernel stands first, and says nothing of what is taught.
  sed -n '1,/^function kernel/p; /^function kernel/,/^end/p' "$file" >kernel
  ! grep -nE '^ *(at|ask|measured|expect|mark)[({]|first_block' kernel || fail "$name: not a kernel"
  run check "$name" --format json >check.json || [ ! -s err ] || fail "$name: $(cat err)"
  [ "$topic" = Exercises ] || meets "$name" ''
  jq -e '.checks | length > 0' check.json >/dev/null || fail "$name: checks nothing"
  run report "$name" --limit 0 --json >plain.json || fail "$name: $(cat err)"
  asked=$(jq '.questions | length' plain.json)
  chance=$(jq '[.hazards[] | select(.note | not)] | length' plain.json)
  run report "$name" --json | jq '{totals, instructions, source_lines, occupancy}' >plain.json
  while read -r settings; do
    [ -n "$settings" ] || continue
    # shellcheck disable=SC2086
    [ "$topic" = Exercises ] || meets "$name" "$settings"
    # shellcheck disable=SC2086
    run report "$name" $settings --json >flipped.json || fail "$name $settings: $(cat err)"
    asked=$((asked + $(jq '.questions | length' flipped.json)))
    jq '{totals, instructions, source_lines, occupancy}' flipped.json >flips.json
    if cmp -s plain.json flips.json; then # the figures, that is
      run show "$name" --step 1 >plain
      # shellcheck disable=SC2086
      run show "$name" $settings --step 1 | tail -n +3 >flipped
      ! tail -n +3 plain | cmp -s - flipped || fail "$name: $settings changes nothing"
    fi
  done <<FLIPS
$(each "$flip")
FLIPS
  # In an hour "as it is": a minute for each vote, and one for the slides.
  [ "$level" != 1 ] || [ "$minutes" -gt "$asked" ] || fail "$name: $asked votes in $minutes minutes"
  [ "$chance" = 0 ] || [ "$topic" = 'What goes wrong' ] || [ "$name" = exercise_races ] ||
    fail "$name: $chance hazards"
done <<END
$(jq -r '.scripts[] | "\(.name)|\(.flip // "")|\(.topic)|\(.level)|\(.minutes)"' list.json)
END

# The first stop says what the lesson is about; a later mark only its own text.
"$warplens" show stride --present --size 60x16 | grep -q 'Each lane reads an element' ||
  fail 'the first slide does not tell what it is about'
"$warplens" show stride | grep -q 'Each lane reads an element' || fail 'nor does the screen'
line=$(grep -n '::claim2::' "$source/patterns/claims_shared.lua" | cut -d: -f1)
"$warplens" show claims_shared --present --size 60x16 --line "$line" >slide
grep -q '██   Claim$' slide && ! grep -q 'Sentences about banks' slide || fail "$(cat slide)"

# The facts of a step are counted up to its last slide, where rules were told before, too.
for presses in $(seq 0 24); do
  yes PageDown | head -n "$presses" >keys
  "$warplens" show stride --present --keys=keys | head -n 1
done | sed 's,.* fact \([0-9]*\)/\([0-9]*\) *$,\1 \2,' >facts
awk '$1 > $2 || (NR > 1 && $1 != 1 && ($1 != was + 1 || $2 != of)) ||
  (NR > 1 && $1 == 1 && was != of) { print "slide", NR; bad = 1 } { was = $1; of = $2 }
  END { exit bad || NR != 25 }' facts || fail "facts are counted $(paste -sd, facts)"

# A line that is longer than a slide goes on in a second row, so that all of it is there if it can
# be; the kind of instruction stands behind it where it has room.
cat >long.lua <<'LUA'
local n <const> = 64
block(32, 8)
local input = global("input", float, n * n)
local tile = shared("tile", float, 32 * 33)
function kernel()
LUA
printf '  tile[%s.y * 33 + %s.x] = input[(blockIdx.y * 32 + %s.y) * n + %s.x] -- ü\n' \
  threadIdx threadIdx threadIdx threadIdx >>long.lua
cat >>long.lua <<'LUA'
end
LUA
for width in 60 80; do
  "$warplens" show long.lua --present --step=1 --size ${width}x16 | sed -n '2,3s/ *$//p'
done >slide
cat >expected <<'END'
   6  tile[threadIdx.y * 33 + threadIdx.x] = input[(
      blockIdx.y * 32 + threadIdx.y) * n + threadIdx.x]
   6  tile[threadIdx.y * 33 + threadIdx.x] = input[(blockIdx.y * 32 +
      threadIdx.y) * n + threadIdx.x]                        STORE shared float
END
diff expected slide || fail 'a long line is not whole'
"$warplens" show long.lua --present --size 64x16 | grep -q '^   6 .* = input\[(blockIdx\.y$' ||
  fail 'nor where it just fits'

# Where columns would cut the right answer, each is as wide as it is; all letters are there.
printf '%s\n' B B B F F F F F PageDown >keys
told='show padding --step 34 --present --keys=keys'
"$warplens" $told --size 42x17 | grep -q '^ A 1 .* B 2×3 .* F✓32×5$' &&
  "$warplens" $told --size 54x12 | grep -q '^ A 1 .* F✓32 ×5$' || fail 'the right answer is cut'

# A clicker that goes back and on again finds the answer and the votes.
printf '%s\n' PageDown B F F PageDown PageDown PageUp PageUp PageDown >keys
"$warplens" show padding --present --size 60x16 --keys=keys | grep -q 'B 2 ×1 .* F✓32 ×2$' ||
  fail 'the votes are gone'

# Answers in words stand as text, with the whole question.
echo PageDown >keys
"$warplens" show race --present --step=3 --keys=keys --size 42x12 >slide
grep -q '^ *Which threads read what the other$' slide && ! grep -q '██' slide ||
  fail "$(cat slide)"

# What can go wrong: two lines with nothing between them, or how many threads are missing.
"$warplens" show race --present --at=step:3,fact:2 --size 60x16 >slide
grep -q '^ *██████  *24  *shelf\[t\] = input\[t\]$' slide &&
  grep -q 'either may come first' slide && grep -q ' thread 0 reads (warp 0, lane 0)$' slide &&
  grep -q 'Put __syncthreads() between' slide ||
  fail "$(cat slide)"
"$warplens" show divergent_barrier --present --at=step:10,fact:2 --size 60x16 >slide
grep -q '██  *threads elsewhere$' slide && grep -q '^ *thread 32 is elsewhere' slide ||
  fail "$(cat slide)"

# Behind the last lesson of a level stands where the next one begins.
{ echo End && yes PageDown | head -n 30; } >keys
"$warplens" show race --present --size 60x16 --keys keys --format text >slide
grep -q '^ end of level 1; level 2 begins with aos_soa' slide || fail "$(cat slide)"

# Behind the last stop stands what was measured, and what the model counts, once the question
# of the launch has been answered.
yes PageDown | head -n 6 >keys
"$warplens" show transpose variant=columns --present --size 60x16 --keys keys --format text >slide
grep -q 'measured on hardware' slide && grep -q 'global load sectors *1,048,576  ✓' slide &&
  grep -q '► variant=columns *1873 ' slide || fail "$(cat slide)"

# Every launch in the table of counters is beside a lesson: what is said to be counted, and
# the bandwidth, stand in its row; and the model says the same, but for what arbitration adds
# to shared memory, and the arguments of kernels to constant memory.
cut -d, -f1 "$source/tests/truth/kernels.csv" | tail -n +2 | sort >launches
cat >shown <<'END'
copy_float4 wide_loads width=4
copy_offset.0 misaligned offset=0
copy_offset.1 misaligned
copy_offset.2 misaligned offset=2
copy_offset.4 misaligned offset=4
copy_offset.8 misaligned offset=8
copy_stride.1 stride stride=1
copy_stride.16 stride stride=16
copy_stride.2 stride
copy_stride.3 stride stride=3
copy_stride.32 stride stride=32
copy_stride.4 stride stride=4
copy_stride.5 stride stride=5
copy_stride.7 stride stride=7
copy_stride.8 stride stride=8
const.stride1 constant_broadcast stride=1
const.stride32 constant_broadcast stride=32
const.uniform constant_broadcast
dot.naive_atomic dot_product
dot.shared_tree dot_product way=tree
dot.shfl_xor dot_product way=shuffle
gather.random gather indices=random
matmul.naive matmul n=128
matmul.tiled matmul n=128 way=tiled
shared_stride.0 bank_stride stride=0
shared_stride.1 bank_stride stride=1
shared_stride.16 bank_stride stride=16
shared_stride.2 bank_stride
shared_stride.4 bank_stride stride=4
smooth.naive stencil n=262144
transpose.naive_col transpose variant=columns
transpose.naive_row transpose variant=rows
transpose.smem_pad0 transpose
transpose.smem_pad1 transpose pad=1
vadd vadd
END
cut -d' ' -f1 shown | sort | diff launches - || fail 'launches that no lesson shows'
cat >>shown <<'END'
dot.shared_interleaved dot_product way=neighbours
smooth.shared stencil n=262144 way=shared
END
while read -r launch settings; do
  # shellcheck disable=SC2086
  run report $settings --limit 0 --timeout 60 --json >measured.json || fail "$settings: $(cat err)"
  jq -e '[.measured[] | select(.applies) | .figures[]] | length > 0 and all(.model != null and
    (.counted - .model | fabs) <= (if .space == "shared" then .counted / 1000
      elif .space == "constant" then .counted / 32 else 0 end))' \
    measured.json >/dev/null || fail "$settings: $(jq -c .measured measured.json)"
  grep -h "^$launch," "$source/tests/truth/kernels.csv" "$source/tests/truth/taught.csv" >row
  # A newer jq leaves numbers as they are written, unless it reckons.
  jq -r '.measured[] | select(.applies) | (.figures[].counted, (.gbps // empty)) + 0' \
    measured.json |
    while read -r count; do
      grep -qE ",0*$count(\.0)?(,|\$)" row || echo "$launch: $settings: $count"
    done >absent
  [ ! -s absent ] || fail "nobody measured $(cat absent)"
done <shown
# Other settings and generations are not held against it.
# shellcheck disable=SC2016
for settings in 'transpose n=64' 'transpose --arch 8.0' 'transpose grid=2,2'; do
  # shellcheck disable=SC2086
  run report $settings --limit 0 --json |
    jq -e 'all(.measured[].figures[]; .model == null)' >/dev/null || fail "$settings is compared"
done
"$warplens" show transpose --view memory --step 5 | grep -q 'measured   H200 1616 GB/s' ||
  fail 'the view of memory has no bandwidth'
"$warplens" show transpose --view memory --step 5 --size 120x48 |
  grep -q 'load wavefronts   1,048,576  ✓   ► variant=shared pad=0    1616' ||
  fail 'the view of memory has no table of what was counted'
refuse 'the chip' 'measured{ chip = "H20", gbps = 3 }'
refuse 'unknown field "globl"' 'measured{ chip = "H200", globl = {} }'
refuse 'unknown operation "loads"' 'measured{ chip = "H200", global = { loads = {} } }'
refuse 'unknown figure "sector"' 'measured{ chip = "H200", global = { load = { sector = 3 } } }'
refuse 'no parameter' 'measured{ chip = "H200", with = { pad = 1 } }'
refuse 'not a table' 'measured{ chip = "H200", shared = 3 }'

# Generations: each runs a lesson, or says what it lacks.
jq -r '.scripts[].name' list.json | while read -r name; do
  for arch in 1.0 3.5:banks=8 7.0 12.0; do
    got=0
    run report "$name" --limit 0 --arch=$arch >out || got=$?
    if [ "$got" != 0 ] && ! grep -q "cc [0-9.]* has no\|from cc\|needs cc\|has at most" err; then
      echo "$name on $arch: $(cat err)"
    fi
  done
done >generations
[ ! -s generations ] || fail "$(cat generations)"

# A linter knows the names of the language: those of its tables, and of types.
if command -v luacheck >/dev/null; then
  mkdir lint
  names=$(sed -n '/^const struct wl_api_row wl_api/,/^};/s/^  {"\([A-Za-z_0-9]*\)", .*/"\1",/p' \
    "$source/src/script/process/api_table.c")
  names="$names $(sed -n 's/^  X(\([A-Za-z_0-9]*\), .*/"\1", "\1f",/p' \
    "$source/src/script/language/math_rows.h")"
  for type in char uchar short ushort int uint longlong ulonglong half float double; do
    for count in '' 2 3 4; do
      names="$names '$type$count', 'make_$type$count',"
    done
  done
  echo "std = 'lua54'; max_line_length = 100; globals = { 'kernel' }; ignore = { '521' }
    read_globals = { $names }" >lint/rc
  luacheck --no-cache --no-color -q --config lint/rc "$source/patterns" >lint/out ||
    fail "$(cat lint/out)"
else
  echo 'not checked: luacheck is missing'
fi

exit "$bad"
