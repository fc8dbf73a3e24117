#!/bin/sh
# The pictures of README.md are what these commands draw. With --update as third argument they
# are drawn anew.
set -eu
warplens=$(realpath "$1")
man=$2/man readme=$2/README.md update=${3-}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# picture NAME ARGUMENT...
picture() {
  name=$1
  shift
  grep -q "(man/$name)" "$readme" || {
    echo "FAILED: README.md does not show $name"
    exit 1
  }
  env -i PATH="$PATH" LC_ALL=C.UTF-8 "$warplens" show "$@" --format svg >"$dir/picture"
  if [ "$update" = --update ]; then
    cat "$dir/picture" >"$man/$name"
  elif ! cmp "$dir/picture" "$man/$name"; then
    echo "FAILED: the program draws another picture now; look at it, then --update"
    exit 1
  fi
}

man=$(realpath "$man") readme=$(realpath "$readme")
cd "$2"
picture transpose.svg patterns/transpose.lua pad=4 --line 55 --view banks --wavefront 2 \
  --size 100x22
cd "$dir"
command -v clang++ >/dev/null || exit 0 # without it no .cu can be drawn
"$warplens" new --cuda kernel.cu >/dev/null
picture kernel_cu.svg kernel.cu --view source --line 14 --size 100x20
