#!/bin/sh
# Every known access by name has a row in the tests: "G01", or "C06 same line".
# usage: vectors.sh SOURCE_DIR
set -eu
missing=

# ids LETTER FIRST LAST
ids() {
  for n in $(seq -f %02.0f "$2" "$3"); do
    grep -Eqr "\"$1$n[\" ]" "$dir" --include='test_*.c' || missing="$missing $1$n"
  done
}

dir=$1/tests/core
ids G 1 42  # global loads
ids W 1 13  # stores
ids S 1 25  # shared memory: up to 4 bytes a lane
ids S 30 45 # … 8 bytes
ids S 50 64 # … 16 bytes
ids C 1 6   # constant memory
ids L 1 6   # local memory
ids T 1 6   # textures
ids A 1 6   # atomics
ids P 1 6   # cp.async
ids H 1 16  # shuffles
ids O 1 25  # occupancy
[ -z "$missing" ] || { echo "FAILED: no test has a row for$missing"; exit 1; }
