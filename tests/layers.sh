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
layer words 'core|words'
layer canvas 'core|words|canvas'
layer session 'core|words|canvas|session'
layer view 'core|words|canvas|session|view'
layer script 'core|script'
layer input 'core|script|input'
layer app 'core|words|canvas|session|view|script|input|app'
layer tui 'core|words|canvas|session|view|script|input|app|tui'
layer report 'core|words|canvas|input|report'
home 'curses|term\.h|ncurses' 'tui/(terminal|paint|style_codes|byte_buffer)\.c'
home 'lua|lauxlib|lualib' 'script/'
home 'jansson' '(canvas/write|report|input)/'
home 'ctype' 'nowhere: core/base/text.h'
home 'time\.h|sys/time|unistd|fcntl|locale' \
  '(script|input|app|tui|report|canvas/write|cli)/|main\.c'

# The map at the top of main.c has a line for every folder, which begins as its meson.build does.
(cd "$src" && find . -name meson.build | sed 's|^\./||; s|/*meson.build$||' | grep . | sort) \
  >"$dir/folders"
while IFS= read -r folder; do
  what=$(sed -n '1s/^# //p' "$src/$folder/meson.build")
  case $folder in
  */*) line=" *   $(printf '%-17s' "${folder#*/}/") $what" ;;
  *) line=" * $(printf '%-19s' "src/$folder/") ${what#*: }" ;;
  esac
  sed -n '1,/^ \*\//p' "$src/main.c" | grep -qxF -- "$line" ||
    complain 'the map in src/main.c lacks' "$line"
  [ "$(find "$src/$folder" -maxdepth 1 -name '*.[ch]' | wc -l)" -le 40 ] ||
    complain 'more than 40 files' "$folder"
done <"$dir/folders"

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
  '\..*|bench|cuda|debian|lua|man|patterns|probe|src|start|tests|[A-Z]*\.md|LICENSE|meson.*') || :
[ -z "$found" ] || complain 'not one of the files at the top' "$found"

# Lines of 100 columns at most, files of 700 lines, and headers of 120 that have to be read to
# use them: not the rows of a table, nor the bodies of functions.
# CUDA programs of tests are as people write them, and as hardware has counted them.
(cd "$1" && find . \( -path './build*' -o -path './obj-*' -o -path './tests/truth/*kernels.cu' \
  -o -path './tests/cuda/programs' -o -path './tests/cuda/counted' \) -prune \
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
