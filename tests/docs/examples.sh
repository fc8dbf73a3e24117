#!/bin/sh
# Runs every example of a page (warplens.1 unless the fourth argument says
# otherwise) and compares what it shows: in EXAMPLES, a line that starts with "$ "
# is a command, with the lines up to END if it ends in <<END; the lines up to the
# next command are its output.
# With --update as third argument the page is brought up to date instead.
set -eu
warplens=$(realpath "$1")
source=$2
page=$source/man/${4-warplens.1}
if grep -q '^\$ .*\<jq\>' "$page" && ! command -v jq >/dev/null; then
  echo 'skipped: no jq'
  exit 77
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/bin" "$dir/work"
ln -s "$warplens" "$dir/bin/warplens"

run() { # COMMAND, as it stands in the page
  command=$(printf '%s\n' "$1" | sed "s/\\\\-/-/g; s/\\\\(aq/'/g; s/\\\\(ga/\`/g; s/\\\\e/\\\\/g")
  (cd "$dir/work" && env -i PATH="$dir/bin:/usr/bin:/bin" HOME="$dir" LC_ALL=C.UTF-8 \
    WARPLENS_DATA="$source" timeout 300 sh -c "$command" 2>&1 </dev/null) |
    sed "s/ *\$//; s/\\\\/\\\\e/g; s/-/\\\\-/g; s/'/\\\\(aq/g; s/\`/\\\\(ga/g; s/^\\./\\\\\&./"
}

commands=0
examples=no
block=no
kept=no
while IFS= read -r line; do
  case $examples$block$line in
  *'.Sh EXAMPLES') examples=yes ;;
  *'.Sh '*) examples=no ;;
  yes*'.Bd '*) block=yes ;;
  yes*.Ed) block=no ;;
  yesyes'$ '*)
    printf '%s\n' "$line"
    command=${line#\$ }
    case $line in
    *'<<END')
      while IFS= read -r line; do
        printf '%s\n' "$line"
        command="$command
$line"
        [ "$line" != END ] || break
      done
      ;;
    esac
    commands=$((commands + 1)) kept=no
    case $command in
    *warplens*.cu*) command -v clang++ >/dev/null || kept=yes ;; # shown as it stands
    esac
    [ $kept = yes ] || run "$command"
    continue
    ;;
  yesyes*) [ $kept = yes ] || continue ;;
  esac
  printf '%s\n' "$line"
done <"$page" >"$dir/page"

if [ $commands -lt 5 ]; then
  echo "FAILED: only $commands examples were found"
  exit 1
fi
if [ "${3-}" = --update ]; then
  cat "$dir/page" >"$page"
elif ! diff -u "$page" "$dir/page"; then
  echo 'FAILED: the page (-) does not show what the program writes (+)'
  exit 1
fi
