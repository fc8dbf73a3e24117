#!/bin/sh
# Holds warplens-model(7) to the tables of the program and to its score. Between
# '.\" PART begins' and '.\" PART ends' stands what is generated. With --update as
# last argument the page is brought up to date instead.
set -eu
print_score=$(realpath "$1")
parts=$(realpath "$2")
source=$3
page=$source/man/warplens-model.7
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

command -v mandoc >/dev/null || {
  echo 'skipped: no mandoc'
  exit 77
}

# How often model and counters agree.
score() {
  (cd "$source/tests/truth" && "$print_score" later.csv) | awk '
    NR == 1 {
      print ".Bl -column \"global reduce.float\" \"1,000 of 1,000\" \"estimates\" -compact"
      print ".It Em instruction Ta Em exact figures Ta Em estimates"
    }
    NF == 8 {
      printf ".It %s %s Ta %d of %d Ta %s\n", $1, $2, $3, $5, $8 ? $6 " of " $8 : "\\-"
    }
    END { print ".El" }'
}

part() {
  if [ "$1" = score ]; then score; else "$parts" "$1"; fi
}

inside=no
while IFS= read -r line; do
  case $line in
  '.\" '*' begins')
    printf '%s\n' "$line"
    name=${line#??? }
    part "${name% begins}"
    inside=yes
    ;;
  '.\" '*' ends') inside=no ;;
  esac
  [ $inside = yes ] || printf '%s\n' "$line"
done <"$page" >"$dir/page"

if [ "${4-}" = --update ]; then
  cat "$dir/page" >"$page"
elif ! diff -u "$page" "$dir/page"; then
  echo 'FAILED: the page (-) does not say what the program does (+)'
  exit 1
fi

mandoc -T lint -W style "$page" | grep -v 'referenced manual not found' >"$dir/lint" || :
[ ! -s "$dir/lint" ] || {
  cat "$dir/lint"
  echo 'FAILED: mandoc has something to say'
  exit 1
}
