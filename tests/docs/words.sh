#!/bin/sh
# Phrases that have to be read twice are in no screen, lesson, page or help.
# usage: words.sh WARPLENS SOURCE
set -eu
warplens=$(realpath "$1") source=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export LC_ALL=C.UTF-8 WARPLENS_DATA="$source"

# One a line, as extended regular expressions; blanks stand for breaks of lines, too.
cat >"$dir/phrases" <<'EOF'
in vain
in excess
left to chance
it is (yes|none|no)[.:;,]
this time, it is
a stop on the way
fewer would not do
where [0-9]+ would do: [0-9]
what do you expect\?
told everywhere
still asked
held against
behind the slides
older than the file
hangs on
was said to it
words find it, Enter does it
stands in many texts
one shelf
nothing to include
of what all lines cost
lanes part
by hearsay
whoever
nobody
mends it
mend it
to mend
stands for
to be had
come back to th(e|is) picture
does not support it
nothing prints
neither a slash nor a dot
own is off
named stop
EOF

mkdir "$dir/help"
"$warplens" --help >"$dir/help/all"
for verb in report check show diff sweep suggest batch arch list new; do
  "$warplens" "$verb" --help >"$dir/help/$verb"
done
"$warplens" list >"$dir/help/lessons"
"$warplens" list --exercises >"$dir/help/exercises"

# The words of each file on one line, without marks of pages and what is drawn around them.
joined() {
  for file; do
    printf '%s: ' "$file"
    sed 's/^\.[A-Z][a-z] //; s/" *\.\.$//; s/^ *"//' "$file" | tr -s ' \n' '  '
    echo
  done
}
find_in() {
  joined "$@" | grep -E -o -i -f "$dir/phrases" | sort | uniq -c
}

bad=0
cd "$source"
for set in 'tests/view/golden/*' 'tests/out/lessons/*' 'patterns/*.lua' 'man/*.[1-9]' \
  'README.md CONTRIBUTING.md SECURITY.md' "$dir/help/*"; do
  # shellcheck disable=SC2086 # patterns of names
  find_in $set >"$dir/found" || :
  [ ! -s "$dir/found" ] && continue
  echo "FAILED: $set:"
  cat "$dir/found"
  # shellcheck disable=SC2013,SC2086
  joined $set | grep -E -i -f "$dir/phrases" | cut -d: -f1 | head -20
  bad=1
done

# Each of them is found where it is put in.
while read -r phrase; do
  word=$(echo "$phrase" |
    sed 's/(\([^|)]*\)[^)]*)/\1/g; s/\[0-9\]+*/4/g; s/\\?/?/; s/\[\(.\)[^]]*\]/\1/g')
  echo "It says: $word" | sed 's/ / \n/3' >"$dir/lesson"
  [ -n "$(find_in "$dir/lesson")" ] || { echo "FAILED: '$word' is not found"; bad=1; }
done <"$dir/phrases"
exit $bad
