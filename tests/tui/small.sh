#!/bin/sh
# The smallest screens: 42x12 is the least; below, only that is said, and what is open stays.
. "$(dirname "$0")/lib.sh"

open_terminal
cp "$source/patterns/padding.lua" "$dir/tile.lua"
resize 20 5
until_sized 20 5
start_line "$warplens tile.lua"
until_text '^warplens'
until_text '^42.12 at least$'
keys 3 Right
resize 80 24
until_text '1 lanes 2 lines'
until_text ' 2/'
keys q
ends_with 0

# A question has its rows in the first picture of its step.
resize 54 12
until_sized 54 12
start_line "$warplens $source/patterns/claims_sources.lua"
until_text ' 1/14'
keys Right Right Right Right
until_text 'what does$'
until_text '^   lane 5 get from the lane below[?]'
keys q
ends_with 0

# The first picture of a lesson has its whole title, later ones say where they are.
resize 60 16
until_sized 60 16
start_line "$warplens bank_stride"
until_text '^ A stride through the banks  stride=2 .* cc 9.0 35/36'
keys Right
until_text '^ A stride through…  stride=2 .*block 0 warp 0 36/36'
keys q
ends_with 0

# Slides stay as they are, whatever else a clicker sends.
resize 60 16
until_sized 60 16
start_line "$warplens $source/patterns/padding.lua --present"
until_text 'what this is about'
settled
text >"$dir/before"
keys F7
settled
text >"$dir/after"
diff "$dir/before" "$dir/after" || fail 'a key that nobody knows of changed a slide'
keys q
ends_with 0

# The sentence below a picture is whole where a row of air can go for it.
printf '%s\n' PageDown PageDown >"$dir/told"
"$warplens" show "$source/patterns/padding.lua" --present --step=34 --keys="$dir/told" \
  --size 42x12 --format text >"$dir/slide"
grep -q '32 wavefronts where 1 would$' "$dir/slide" && tail -1 "$dir/slide" | grep -q '^   do$' ||
  fail "the sentence is cut: $(cat "$dir/slide")"

# Numbers of counters are whole, on slides of few columns, too.
printf '%s\n' m PageDown PageDown PageDown PageDown >"$dir/fifth"
clean "$warplens" show "$source/patterns/bank_stride.lua" --present --line=24 \
  --keys="$dir/fifth" --size 42x12 >"$dir/counted"
grep -q ' 4,325,781$' "$dir/counted" && grep -q ' here 4,325,376$' "$dir/counted" ||
  fail "$(cat "$dir/counted")"

# A question is whole where its answers leave it rows.
i=0
while [ $((i += 1)) -le 9 ]; do echo PageDown; done >"$dir/nine"
clean "$warplens" show "$source/patterns/matmul.lua" --present --keys="$dir/nine" --size 42x12 \
  >"$dir/asked"
grep -q 'How many with tiles?$' "$dir/asked" && grep -q '^   E 64$' "$dir/asked" ||
  fail "the question is cut: $(cat "$dir/asked")"

# The slide of a question has the elements that lanes ask for, and all of its choices.
echo PageDown >"$dir/one"
for lesson in broadcast:E padding:F matmul:E stride:E misaligned:F gather:E histogram:F; do
  for size in 42x12 48x12 54x14 60x16; do
    clean "$warplens" show "$source/patterns/${lesson%:*}.lua" --present --keys="$dir/one" \
      --size $size >"$dir/asked"
    grep -Eq 'lane 0 (\[[0-9]+\])+.* … 31 (\[[0-9]+\])+$' "$dir/asked" &&
      grep -Eq " ${lesson#*:} " "$dir/asked" || fail "$size: no lanes: $(cat "$dir/asked")"
  done
done
for words in 'one 0 0' 'eight 0 7' 'rows 7 0'; do
  set -- $words
  clean "$warplens" show "$source/patterns/broadcast.lua" "words=$1" --present \
    --keys="$dir/one" --size 42x12 >"$dir/asked"
  grep -q "^   lane 0 \[0\]\[0\].* … 31 \[$2\]\[$3\]\$" "$dir/asked" &&
    grep -q '^   float s\[8\]\[32\] in shared memory$' "$dir/asked" ||
    fail "words=$1: $(cat "$dir/asked")"
done

# Columns that have no room are not there at all; an introduction is whole.
printf 'PageDown\nPageDown\nPageDown\n' >"$dir/three"
clean "$warplens" show "$source/patterns/row_sums.lua" --present --keys="$dir/three" --size 42x12 \
  >"$dir/lines"
grep -q '^ byte  sector 0 .* sector 3$' "$dir/lines" && ! grep -q … "$dir/lines" ||
  fail "a column is cut: $(cat "$dir/lines")"
clean "$warplens" show "$source/patterns/vadd.lua" --present --size 42x12 >"$dir/about"
grep -q '^   elements[?]$' "$dir/about" && grep -q '^   1024 elements' "$dir/about" ||
  fail "the text is cut: $(cat "$dir/about")"
