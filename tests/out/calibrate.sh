#!/bin/sh
# calibrate on the command line: exit statuses, and when the output is kept.
# usage: calibrate.sh WARPLENS TRUTH_DIR
set -eu
warplens=$1
truth=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

want() { # STATUS ARGUMENT...
  expected=$1
  shift
  status=0
  "$warplens" calibrate "$@" > "$dir/out" 2> "$dir/err" < /dev/null || status=$?
  [ "$status" -eq "$expected" ] || {
    echo "FAILED: calibrate $*: exit status $status, not $expected"
    cat "$dir/err"
    exit 1
  }
}

want 0 "$truth/hits.csv"
grep -q '^all  *275  *275  100%' "$dir/out"
grep -q 'against the rules of cc 9.0, assumed: neither' "$dir/out"
want 0 --arch 9.0 --json "$truth/hits.csv"
grep -q '"assumed":false' "$dir/out"
want 0 "$truth/probe.csv"
grep -q 'against the rules of cc 9.0$' "$dir/out" # as the file says

lanes="0$(printf ' -%.0s' $(seq 31))"
echo 'space,op,width,addresses,sectors' > "$dir/wrong.csv"
for i in 1 2 3 4 5 6 7 8 9 10 11; do echo "global,load,4,$lanes,9" >> "$dir/wrong.csv"; done
want 1 "$dir/wrong.csv"
grep -q 'against the rules of cc 9.0, assumed: neither' "$dir/out"
[ "$(grep -c '^line ' "$dir/out")" -eq 10 ]
want 1 --json "$dir/wrong.csv"
grep -q '"assumed":true' "$dir/out"
want 1 --limit 3 "$dir/wrong.csv" -o "$dir/kept"
[ "$(grep -c '^line ' "$dir/kept")" -eq 3 ]
[ ! -s "$dir/err" ]

want 2
want 2 "$truth/hits.csv" name=1
want 2 --view banks "$truth/hits.csv"
want 5 "$dir/none"
want 5 - -o "$dir/kept" # of an empty file
[ "$(grep -c '^line ' "$dir/kept")" -eq 3 ]
printf 'space,op,width,addresses,sectors\nglobal,load,4,0,1\n' > "$dir/bad.csv"
want 5 "$dir/bad.csv"
grep -q "bad.csv:2: addresses is '0': expected 32 numbers" "$dir/err"
want 6 "$truth/hits.csv" -o /dev/full
