#!/bin/sh
# Holds the pages to the tables of the program, and to their own grammar.
set -eu
tables=$1
language=$2
folder=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

command -v mandoc >/dev/null || {
  echo 'skipped: no mandoc'
  exit 77
}
# References to each other have to lead somewhere; pages of others, such as less(1), need not be
# installed here. warplens(1) has its examples first.
for each in "$folder"/*.[0-9]; do
  mkdir -p "$dir/man/man${each##*.}"
  ln -s "$(realpath "$each")" "$dir/man/man${each##*.}"
done
MANPATH=$dir/man mandoc -T lint -W style "$folder"/*.[0-9] 2>&1 |
  grep -v -e 'referenced manual not found: Xr [^w]' -e 'outdated mandoc.db' \
    -e '/warplens\.1:.*sections out of conventional order: Sh ENVIRONMENT' >"$dir/lint" || :
[ ! -s "$dir/lint" ] || {
  cat "$dir/lint"
  echo 'FAILED: mandoc has something to say'
  exit 1
}

# Two readers of mdoc lay pages out: both have to understand these. A line that has
# no room is how groff says that a list is broken.
if command -v groff >/dev/null && [ -n "$(find /usr/share/groff/ -name doc.tmac 2>&1)" ]; then
  for each in "$folder"/*.[0-9]; do
    groff -k -mandoc -Tutf8 -rLL=78n -wall -P-cbuo "$each" 2>"$dir/of-page"
    case $each in
    */warplens-model.7) ! grep -v "can't break line" "$dir/of-page" ;; # names of counters
    *) ! grep . "$dir/of-page" ;;
    esac >>"$dir/warnings" || echo "in $each" >>"$dir/warnings"
  done >"$dir/laid-out"
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

# holds PAGE: the rows that the program prints are those lines of the page, in that
# order, and there are no others like them.
holds() {
  diff -u "$dir/program" "$dir/page" || {
    echo "FAILED: the program (-) and $1 (+) differ"
    exit 1
  }
}

"$tables" >"$dir/program"
awk '/^\.It (Ic|Ql) / || /^\.It Li (name=value|[a-z]+ [A-Z]+|expression)$/ {
    print; getline; print; next }
  /^\.It ((Cm|Fl|Sy|Va) |[0-9]+$)/' "$folder/warplens.1" "$folder/warplens-screen.7" >"$dir/page"
holds 'warplens(1) with warplens-screen(7)'

"$language" api >"$dir/program"
awk '/^\.It Li / { print; do { getline; print } while (!/\.$/) }' \
  "$folder/warplens-lua.3" >"$dir/page"
holds 'warplens-lua(3)'

"$language" hazards >"$dir/program"
grep '^\.It Va ' "$folder/warplens-script.5" >"$dir/page"
holds 'warplens-script(5)'

# has PAGE SECTION...
has() {
  name=$1
  shift
  for section in "$@"; do
    grep -qx "\.Sh $section" "$folder/$name" || {
      echo "FAILED: $name has no section $section"
      exit 1
    }
  done
}
for each in "$folder"/*.[0-9]; do
  has "${each##*/}" NAME DESCRIPTION EXAMPLES 'SEE ALSO'
done
has warplens.1 SYNOPSIS ENVIRONMENT FILES 'EXIT STATUS' DIAGNOSTICS CAVEATS
has warplens-script.5 DIAGNOSTICS CAVEATS
