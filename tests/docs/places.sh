#!/bin/sh
# Whether the pages have what the screen looks for in them, on a wide terminal and on a
# narrow one, and whether it is the right line.
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
for width in 78 120; do
  for page in warplens.1 warplens-model.7; do
    mandoc -Tutf8 -Owidth=$width "$folder/$page" 2>/dev/null |
      LC_ALL=C sed "s/.$(printf '\b')//g" >"$dir/$page"
  done
  while IFS='	' read -r page which name pattern; do
    found=$(grep -E -- "$pattern" "$dir/$page" || :)
    [ "$which" = last ] || found=$(printf '%s\n' "$found" | head -n 1)
    found=$(printf '%s\n' "$found" | tail -n 1)
    case $(echo "$found" | tr A-Z_ 'a-z ') in
    *"$(echo "$name" | tr A-Z_ 'a-z ')"*) ;;
    *)
      echo "FAILED: for '$name', '$pattern' finds '$found' in $page at $width columns"
      exit 1
      ;;
    esac
  done <"$dir/places"
done
[ "$(wc -l <"$dir/places")" -gt 80 ] || {
  echo 'FAILED: there are hardly any places'
  exit 1
}
