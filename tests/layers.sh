#!/bin/sh
# Holds the house to what CONTRIBUTING says of it. The #include lines, to the order of the
# layers: each may use itself and those named beside it; inside of a layer no two modules
# need each other; each library has one home, each name one function or struct. The map is complete.
# Lines, headers and files have a size that can be read.
set -eu
src=$1/src
bad=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

complain() {
  printf '%s\n' "$2" | while IFS= read -r line; do printf '%s: %s\n' "$1" "$line"; done
  bad=1
}

layer() { # NAME ALLOWED, as an extended regular expression
  found=$(grep -rnE '^#include "' "$src/$1" --include='*.[ch]' |
    grep -vE "#include \"($2)/") || return 0
  complain "$1 may include $2 only" "$found"
}

home() { # HEADERS WHERE: system headers that only these files may include
  found=$(grep -rnE "^#include <($1)" "$src" --include='*.[ch]' |
    grep -vE "^$src/($2)") || return 0
  complain "<$1> belongs to $2" "$found"
}

layer core 'core'
layer script 'core|script'
layer view 'core|view'
layer input 'core|script|input'
layer out 'core|input|view|out'
layer tui 'core|script|input|view|tui'
home 'curses|term\.h|ncurses' 'tui/(term|paint|pen|bytes)\.c'
home 'lua|lauxlib|lualib' 'script/'
home 'jansson' '(input|out)/'
home 'ctype' 'nowhere: core/ascii.h'
home 'time\.h|sys/time|unistd|fcntl|locale' '(script|tui|out)/|[a-z]*\.c'

# A module is NAME.c with NAME.h: "A B" for each that includes the header of another.
edges() { # LAYER, or . for the command line
  case $1 in .) prefix= ;; *) prefix=$1/ ;; esac
  grep -HE "^#include \"$prefix[a-z_]*\\.h\"" "$src/$1"/*.[ch] |
    sed -E "s|^.*/([a-z_]*)\\.[ch]:#include \"$prefix([a-z_]*)\\.h\"|\1 \2|" |
    awk '$1 != $2' | sort -u
}

circle() { # EDGES: what stands in a circle, on standard output
  LC_ALL=C tsort <"$1" 2>&1 >"$dir/order" | sed 's/^tsort: //' | grep -v 'loop:$' || :
}

for layer in core script input view out tui .; do
  edges "$layer" >"$dir/edges"
  found=$(circle "$dir/edges" | sort -u | tr '\n' ' ')
  [ -z "$found" ] || complain "modules of $layer that need each other in a circle" "$found"
done

# The map at the top of main.c has every source file, and no other.
(cd "$src" && find . -name '*.c' | sed 's|.*/||' | sort) >"$dir/files"
sed -n '1,/^ \*\//s/^ \*   \([a-z_]*\.c\) .*/\1/p' "$src/main.c" | sort >"$dir/map"
diff -u "$dir/map" "$dir/files" || {
  echo 'the map in src/main.c (-) and the files (+) differ'
  bad=1
}

# A name has one function: of two in static libraries the linker takes the first.
found=$(cd "$src" && find . -name '*.c' -exec sed -nE \
  '/;$|^static|^ \*/d; s/^[a-z][^(]*[ *](wl_[a-z0-9_]+)\(.*/\1/p' {} + | sort | uniq -d)
[ -z "$found" ] || complain 'more than one function of this name' "$found"

# A struct has one shape, whichever headers are read.
found=$(cd "$src" && find . -name '*.[ch]' -exec sed -nE \
  's/^(typedef )?struct (wl_[a-z0-9_]+) \{.*/\2/p' {} + | sort | uniq -d)
[ -z "$found" ] || complain 'more than one struct of this name' "$found"

# The locale of the user says which characters there are, and never how numbers look.
found=$(grep -rn 'setlocale(' "$src" --include='*.c' |
  grep -vE 'setlocale\((LC_CTYPE, ""|LC_ALL, "C")\)') || :
[ -z "$found" ] || complain 'numbers and order are those of "C"' "$found"

# What stands at the top was decided on: nothing lands there by mistake.
found=$(git -C "$1" ls-files 2>/dev/null | sed 's|/.*||' | sort -u | grep -vxE \
  '\..*|bench|debian|lua|man|patterns|probe|src|start|tests|[A-Z]*\.md|LICENSE|meson.*') || :
[ -z "$found" ] || complain 'not one of the files at the top' "$found"

# Lines of 100 columns at most, files of 700 lines, and headers of 120 that have to be read to
# use them: not the rows of a table, nor the bodies of functions.
(cd "$1" && find . \( -path './build*' -o -path './obj-*' \) -prune \
  -o \( -name '*.[ch]' -o -name '*.cu' -o -name '*.lua' -o -name '*.py' -o -name '*.sh' \
  -o -name meson.build \) -print) |
  sed "s|^\./|$1/|" >"$dir/sources"
found=$(tr '\n' '\0' <"$dir/sources" | LC_ALL=C.UTF-8 xargs -0 grep -nHE '^.{101,}' | cut -c1-160)
[ -z "$found" ] || complain 'a line of more than 100 columns' "$found"

tr '\n' '\0' <"$dir/sources" | xargs -0 awk -v headers="^$src/.*[.]h$" '
  FNR == 1 { body = 0 }
  { lines[FILENAME]++ }
  FILENAME !~ headers { next }
  /^static inline/ { body = 1 }
  !body && !/^  X\(/ { read[FILENAME]++ }
  /^}/ || (/^static inline/ && /}$/) { body = 0 }
  END {
    for (file in lines) if (lines[file] > 700) print file ": " lines[file] " lines"
    for (file in read) if (read[file] > 120) print file ": " read[file] " lines to read"
  }' >"$dir/large"
[ ! -s "$dir/large" ] || complain 'too large' "$(cat "$dir/large")"
exit $bad
