#!/bin/bash
# README.md: as many things to try as it says, and each command of them does something. There
# is no terminal here: the screen's print the report.
set -eu
warplens=$(realpath "$1") source=$2 bad=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export LC_ALL=C.UTF-8 WARPLENS_DATA=$source

section=$(sed -n '/^## .* things to try$/,/^`.\/start list`/p' "$source/README.md")
[ "$(fold -w 80 "$source/README.md" | wc -l)" -le 48 ] || {
  echo "FAILED: README.md does not fit on two screens of 80x24"
  bad=1
}
words=(No One Two Three Four Five Six Seven)
count=$(grep -c '^[0-9]*\. ' <<<"$section")
grep -q "^## ${words[$count]} things to try$" <<<"$section" || {
  echo "FAILED: README.md has $count things to try, and says: ${section%%$'\n'*}"
  bad=1
}
tries=0
while read -r command; do
  tries=$((tries + 1)) status=0
  eval "\"\$warplens\" ${command#./start}" >out 2>err || status=$?
  case ${command#./start } in
  check*exercise*) wanted=1 ;; # not solved yet
  *) wanted=0 ;;
  esac
  [ "$status" = "$wanted" ] && { [ -s out ] || [ -s replay.html ]; } && continue
  echo "FAILED: $command: status $status"
  cat err
  bad=1
done < <(grep -o '`\./start [^`]*`' <<<"$section" | tr -d '`')
[ "$tries" -gt 4 ] || { echo "FAILED: only $tries commands"; bad=1; }
echo "$tries commands"
exit $bad
