#!/bin/sh
# What each lesson says: costs, measurements, questions and their answers as they are and
# flipped, and the answers on other generations, against tests/out/lessons/NAME.txt.
# With --update as third argument these are written: read the difference. Names behind it are the
# only ones looked at.
set -eu
warplens=$(realpath "$1")
source=$2
goldens=$source/tests/out/lessons
command -v jq >/dev/null || {
  echo 'skipped: no jq'
  exit 77
}
export WARPLENS_DATA=$source LC_ALL=C.UTF-8
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/now"
bad=0

# The report without what is the same in all, or follows from the rest.
page() { # NAME SETTINGS
  # shellcheck disable=SC2086
  "$warplens" report "$1" $2 --limit 0 | sed "s,^.*/patterns/,," |
    awk 'BEGIN { RS = ""; ORS = "\n\n" } !/^(Totals|Occupancy|Instructions|          )/'
}

# The answers of a generation, with a star where the model says why, not the script. A
# question that none of its choices answers is a mistake.
answers() { # NAME SETTINGS ARCH
  # shellcheck disable=SC2086
  if "$warplens" report "$1" $2 --arch "$3" --limit 0 --json >"$dir/report" 2>"$dir/err"; then
    jq -r --arg arch "$3" '
      (.questions[] | select(.because | length > 76) | "NOT in a row of 80 cells: \(.because)"),
      (.questions[] | .answer as $a | select(.choices | length > 0 and (index($a) | not))
        | "NOT among the choices: line \(.line): \($a)"),
      (["cc \($arch):"] + [.questions[] | .answer + if .because == "" then "*" else "" end] |
        join("  "))' "$dir/report"
  else
    echo "cc $3: $(sed -n '1s/^[^:]*: //; 1s/.*\.lua:[0-9]*: //; 1s/ (.*//p' "$dir/err")"
  fi
}

each() { [ -z "$1" ] || echo "$1" | sed 's/, /\n/g'; } # of the settings that a lesson goes on to
"$warplens" list --json >"$dir/list"
jq -r '.scripts[] | .name + "|" + (.flip // "")' "$dir/list" >"$dir/all"
only=$(shift "$(($# < 3 ? $# : 3))" && echo "$*" | sed 's/ /|/g')
grep -E "^(${only:-.*})\\|" "$dir/all" >"$dir/names"
while IFS='|' read -r name flip; do
  {
    page "$name" ''
    each "$flip" | while read -r settings; do
      echo "=== $settings"
      page "$name" "$settings"
    done
    echo "=== answers, generation by generation"
    for arch in 1.3 2.0 3.5 9.0; do answers "$name" '' $arch; done
    each "$flip" | while read -r settings; do
      case $settings in *--arch=*) continue ;; esac # that is one of them
      echo "=== … with $settings"
      for arch in 1.3 2.0 3.5 9.0; do answers "$name" "$settings" $arch; done
    done
  } >"$dir/now/$name.txt"
  if grep -H 'NOT ' "$dir/now/$name.txt"; then bad=1; fi
done <"$dir/names"

# What is said to be counted is what the model says, where both say the same figure.
while IFS='|' read -r name flip; do
  [ -n "$name" ] || continue
  { echo && each "$flip"; } | while read -r settings; do
    case $settings in *--arch=*) continue ;; esac # it was another chip that counted
    # shellcheck disable=SC2086
    "$warplens" report "$name" $settings --json >"$dir/report"
    jq -r --arg name "$name $settings" '.instructions as $all | .questions[] |
      select(.counted) | .step as $step | .counted.figure as $figure |
      ([$all[] | select(.step == $step)][0][$figure]) as $model |
      select($model != .counted.value) |
      "\($name), line \(.line): \(.counted.value) \($figure) counted, the model says \($model)"' \
      "$dir/report" >"$dir/differ"
    [ ! -s "$dir/differ" ] || {
      cat "$dir/differ"
      touch "$dir/bad"
    }
  done
done <<NAMES
$(grep -l 'counted = ' "$source"/patterns/*.lua | sed 's,.*/,,; s,\.lua$,,' |
  while read -r name; do grep "^$name|" "$dir/names" || true; done)
NAMES
[ ! -e "$dir/bad" ] || bad=1
# While presenting, A to H vote: what a lecturer is told to press works there, too.
! grep -nE '([Kk]ey|[Pp]ress) [A-H]\>' "$source"/patterns/*.lua || bad=1
# Texts are shown as they are; in comments, names may have marks around them.
! grep -n '`' "$source"/patterns/*.lua | grep -v -e '-- .*`' || bad=1

if [ "${3-}" = --update ]; then
  [ -n "$only" ] || rm -rf "$goldens"
  mkdir -p "$goldens"
  cp "$dir/now"/* "$goldens"
  exit "$bad"
fi
diff -ru "$goldens" "$dir/now" || bad=1
exit "$bad"
