#!/bin/sh
# Holds warplens(1) to the tables of the program, and to its own grammar.
set -eu
tables=$1
page=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

command -v mandoc >/dev/null || {
  echo 'skipped: no mandoc'
  exit 77
}
# Pages that are not installed here cannot be looked up.
mandoc -T lint -W style "$page" | grep -v 'referenced manual not found' >"$dir/lint" || :
[ ! -s "$dir/lint" ] || {
  cat "$dir/lint"
  echo 'FAILED: mandoc has something to say'
  exit 1
}

# Every row of a table is a line of the page, in that order, and every such line
# is a row.
"$tables" >"$dir/program"
grep -E '^\.It ((Cm|Fl|Sy|Ic|Va) |[0-9]+$)' "$page" >"$dir/page"
diff -u "$dir/program" "$dir/page" || {
  echo 'FAILED: the program (-) and the page (+) differ'
  exit 1
}

for section in NAME SYNOPSIS DESCRIPTION ENVIRONMENT FILES 'EXIT STATUS' EXAMPLES DIAGNOSTICS \
  'SEE ALSO' CAVEATS; do
  grep -qx "\.Sh $section" "$page" || {
    echo "FAILED: no section $section"
    exit 1
  }
done
