#!/bin/sh
# Slides and first screens of level 1 use no term before a lesson of the course introduces it:
# in its text, its first screen has it in a sentence.
. "$(dirname "$0")/lib.sh"

"$warplens" list --level 1 --json >list.json
jq -r '.scripts[].name' list.json >names
[ "$(wc -l <names)" -ge 8 ] || fail "lessons of level 1: $(paste -sd, names)"

# Each term, and the lesson whose text introduces it; "-": none of level 1 does.
cat >terms <<'END'
tag -
stage -
transaction -
warp vadd
lane vadd
sector vadd
L1 misaligned
L2 misaligned
bank bank_stride
wavefront bank_stride
way bank_stride
shared memory bank_stride
END

# All that a class sees of a lesson: slides up to its end, and its first screen.
shown() { # NAME
  "$warplens" show "$1" --size 80x24
  "$warplens" show "$1" --size 120x40 --no-questions --line "$(line_of "$1")"
  for presses in $(seq 0 40); do
    yes PageDown | head -n "$presses" >keys
    "$warplens" show "$1" --present --keys=keys --size 80x24 >slide
    cat slide
    ! grep -q '^ end of ' slide || return 0
  done
}
line_of() { "$warplens" report "$1" --json | jq '[.instructions[].line][0]'; }

seen=' '
while read -r name; do
  seen="$seen$name "
  jq -r --arg name "$name" '.scripts[] | select(.name == $name) | .about' list.json >about
  # Names of views, source lines and parameters are no terms of the lesson.
  shown "$name" | grep -vE '^ *[0-9]+ |^ *1 lanes |│|[a-z]+ =|[a-z]+=' >shown
  while read -r line; do
    term=${line% *} where=${line##* }
    [ "$where" != "$name" ] || grep -qE "$term" about || fail "$name does not introduce '$term'"
    case $seen in *" $where "*) continue ;; esac
    ! grep -nwE "${term}s?" shown || fail "$name uses '$term' before $where introduces it"
  done <terms
done <names
exit "$bad"
