#!/bin/sh
# The picture of README.md is what its command draws. With --update as third argument it
# is drawn anew.
set -eu
warplens=$(realpath "$1")
cd "$2"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
command=$(sed -n 's/^ *warplens \(show .*\) -o man\/transpose.svg$/\1/p' README.md)
[ -n "$command" ] || {
  echo 'FAILED: README.md does not say how its picture is made'
  exit 1
}
# shellcheck disable=SC2086 # words without blanks
env -i LC_ALL=C.UTF-8 "$warplens" $command >"$dir/picture"
if [ "${3-}" = --update ]; then
  cat "$dir/picture" >man/transpose.svg
elif ! cmp "$dir/picture" man/transpose.svg; then
  echo "FAILED: the program draws another picture now; look at it, then: $0 $1 $2 --update"
  exit 1
fi
