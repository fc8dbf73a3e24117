#!/bin/sh
# Whether the pages have what the screen looks for in them, on a wide terminal and on a
# narrow one, and whether it is the right line in the right section.
set -eu
places=$1
folder=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

command -v mandoc >/dev/null || {
  echo 'skipped: no mandoc'
  exit 77
}
"$places" >"$dir/places"
# As man shows them, by mandoc and by groff.
lay_out() { # PROGRAM PAGE WIDTH
  case $1 in
  mandoc) mandoc -Tutf8 -Owidth="$3" "$folder/$2" ;;
  groff) groff -mdoc -Tutf8 -P-c -rLL="$3n" "$folder/$2" ;;
  esac 2>/dev/null | LC_ALL=C sed "s/.$(printf '\b')//g"
}
# The heading above a line.
section_of() { head -n "$1" "$2" | grep -E '^ {0,4}[A-Z]' | tail -n 1 | sed 's/^ *//'; }
programs=mandoc
! command -v groff >/dev/null || programs='mandoc groff'

for program in $programs; do
  for width in 78 120; do
    for page in warplens.1 warplens-model.7 warplens-script.5; do
      lay_out $program $page $width >"$dir/$page"
    done
    while IFS='	' read -r page which name section pattern; do
      found=$(grep -nE -- "$pattern" "$dir/$page" || :)
      [ "$which" = last ] || found=$(printf '%s\n' "$found" | head -n 1)
      found=$(printf '%s\n' "$found" | tail -n 1)
      case $(echo "$found" | tr A-Z_ 'a-z ') in
      *"$(echo "$name" | tr A-Z_ 'a-z ')"*) ;;
      *)
        echo "FAILED: for '$name', '$pattern' finds '$found' in $page at $width columns"
        exit 1
        ;;
      esac
      under=$(section_of "${found%%:*}" "$dir/$page")
      [ "$under" = "$section" ] || {
        echo "FAILED: for '$name', '$pattern' finds a line under '$under', not '$section'"
        exit 1
      }
    done <"$dir/places"
  done
done
[ "$(wc -l <"$dir/places")" -gt 80 ] || {
  echo 'FAILED: there are hardly any places'
  exit 1
}
