#!/bin/sh
# Rows 61 and 62: src/core, built by each compiler that is there, without optimization and with
# all of it, for 32 bits, for another C library, and for a processor that has its bytes the
# other way round, says the same bytes. Whatever is missing is named.
#
#   elsewhere.sh SOURCE [all]: all of the program, too, by gcc and clang; takes long
set -eu
source=$(realpath "$1") all=${2:-}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
cd "$dir"
mkdir empty
: >empty/cmocka.h # for headers that tests share
built=0 bad=0

# build NAME RUN COMPILER…: RUN is what runs programs of that kind, or empty.
build() {
  name=$1 run=$2
  shift 2
  command -v "$1" >/dev/null || { echo "no $name: there is no $1"; return 0; }
  [ -z "$run" ] || command -v "${run%% *}" >/dev/null || { echo "no $name: no $run"; return 0; }
  echo 'int main(void) { return 0; }' >try.c
  { "$@" try.c -o try 2>log && $run ./try; } || { echo "no $name: $* builds nothing"; return 0; }
  mkdir "$name"
  (cd "$name" && printf '%s\n' "$source"/src/core/*/*.c "$source"/tests/core/accesses.c \
    "$source"/tests/core/reference*.c "$source"/tests/core/steps.c |
    xargs -n 12 "$@" -std=gnu11 -D_GNU_SOURCE -w -I"$source/src" -I../empty -c)
  for program in trust/elsewhere docs/model; do
    "$@" -std=gnu11 -D_GNU_SOURCE -w -I"$source/src" -I"$source/tests" -Iempty \
      "$source/tests/$program.c" "$name"/*.o -lm -o "$name/${program##*/}"
  done
  { $run "$name/elsewhere"
    for part in rules counters generations; do $run "$name/model" $part; done; } >"$name.out" || {
    echo "FAILED: $name: exit status $?"
    bad=1
  }
  [ -s "$name.out" ] || { echo "FAILED: $name says nothing"; bad=1; }
  built=$((built + 1))
  [ $built -gt 1 ] || { first=$name; return 0; }
  cmp -s "$first.out" "$name.out" || {
    echo "FAILED: $name says other bytes than $first:"
    diff "$first.out" "$name.out" | head -n 10
    bad=1
  }
}

build gcc-O0 '' gcc -O0
build gcc-O3 '' gcc -O3
build clang-O0 '' clang -O0
build clang-O3 '' clang -O3
build 32-bit '' gcc -m32 -O1
build musl '' musl-gcc -O1
compiler=s390x-linux-gnu-gcc
command -v $compiler >/dev/null || compiler=s390x-linux-gnu-gcc-12
build big-endian 'qemu-s390x -L /usr/s390x-linux-gnu' $compiler -O1
[ $bad != 0 ] || echo "$built builds say the same"
[ $built -gt 1 ] || { echo 'skipped: one compiler alone'; exit 77; }

# The whole program: reports, pictures, grades.
whole() { # COMPILER LEVEL
  command -v "$1" >/dev/null || return 0
  CC=$1 meson setup "whole-$1-$2" "$source" -Dbuildtype=plain -Doptimization="$2" >log
  ninja -C "whole-$1-$2" src/warplens >log
  for script in transpose race histogram texture_tile shfl_xor; do
    for command in 'report --json' 'show --view=banks --why=excess' 'show --format=svg' \
      'check --format=json' 'suggest --json' 'diff --json --arch=1.0,3.5,9.0'; do
      echo "$command $script"
      env -i LC_ALL=C.UTF-8 WARPLENS_DATA="$source" "whole-$1-$2/src/warplens" $command $script \
        --jobs 1 2>&1 || echo "status $?"
    done
  done >"whole-$1-$2.out"
  ls whole-*.out | while read -r other; do
    cmp "$other" "whole-$1-$2.out" || {
      echo "FAILED: $1 -O$2 says other bytes"
      : >differs
    }
  done
}
if [ "$all" = all ]; then
  for level in 0 3; do
    for compiler in gcc clang; do whole $compiler $level; done
  done
  [ ! -e differs ] || bad=1
  wc -c whole-*.out
fi
[ $bad = 0 ]
