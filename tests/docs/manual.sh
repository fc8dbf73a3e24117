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
mandoc -T lint -W style "$page" "${page%/*}"/warplens-*.1 | grep -v 'referenced manual not found' >"$dir/lint" || :
[ ! -s "$dir/lint" ] || {
  cat "$dir/lint"
  echo 'FAILED: mandoc has something to say'
  exit 1
}

# Two readers of mdoc lay pages out: both have to understand this one. A line that
# has no room is how groff says that a list is broken.
if command -v groff >/dev/null && [ -n "$(find /usr/share/groff/ -name doc.tmac 2>&1)" ]; then
  groff -mandoc -Tutf8 -rLL=78n -wall -P-cbuo "$page" >"$dir/laid-out" 2>"$dir/warnings"
  grep -q '^ *Right l  *next instruction' "$dir/laid-out" ||
    echo 'the table of keys is no table' >>"$dir/warnings"
  [ ! -s "$dir/warnings" ] || {
    cat "$dir/warnings"
    echo 'FAILED: groff cannot lay the page out'
    exit 1
  }
else
  echo 'not checked: what man shows; groff with its mdoc macros is missing'
fi

# Every row of a table is a line of the page, in that order, and every such line
# is a row; the meaning of a key follows it.
"$tables" >"$dir/program"
awk '/^\.It Ic / || /^\.It Li (name=value|[a-z]+ [A-Z]+|expression)$/ {
    print; getline; print; next }
  /^\.It ((Cm|Fl|Sy|Va) |[0-9]+$)/' "$page" >"$dir/page"
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
