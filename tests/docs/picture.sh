#!/bin/sh
# The picture of README.md is what this command draws. With --update as third argument it
# is drawn anew.
set -eu
warplens=$(realpath "$1")
cd "$2"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
grep -q '(man/transpose.svg)' README.md || {
  echo 'FAILED: README.md does not show its picture'
  exit 1
}
env -i LC_ALL=C.UTF-8 "$warplens" show patterns/transpose.lua pad=4 --line 55 --view banks \
  --wavefront 2 --size 100x22 --format svg >"$dir/picture"
if [ "${3-}" = --update ]; then
  cat "$dir/picture" >man/transpose.svg
elif ! cmp "$dir/picture" man/transpose.svg; then
  echo "FAILED: the program draws another picture now; look at it, then: $0 $1 $2 --update"
  exit 1
fi
