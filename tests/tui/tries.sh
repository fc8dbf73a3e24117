#!/bin/sh
# The things to try in README.md, typed as they stand there: the keys are read from it, and
# each of them leads to what the sentence says.
. "$(dirname "$0")/lib.sh"

# thing NUMBER: the text of one of them, on one line.
thing() {
  sed -n '/things to try$/,/^`/p' "$source/README.md" |
    awk -v n="$1" '/^[0-9]+\. / { on = $1 == n "." } on' | tr '\n' ' ' | tr -s ' '
}

# try NUMBER [SETTING…]: starts its first command, and leaves its keys to be pressed.
try() {
  n=$1
  shift
  line=$(thing "$n" | sed -n 's/^[^`]*`\.\/start \([^`]*\)`.*/\1/p')
  thing "$n" | grep -o '<kbd>[^<]*</kbd>' | sed 's/<[^>]*>//g; s/→/Right/' >"$dir/keys"
  [ -n "$line" ] && [ -s "$dir/keys" ] || fail "README.md: thing $n has no command, or no keys"
  start_line "$* $warplens $line"
}

# press KEY: which is the next that README.md says.
press() {
  next=$(sed -n 1p "$dir/keys")
  [ "$next" = "$1" ] || fail "README.md has the key '$next' where '$1' leads on"
  sed -i 1d "$dir/keys"
  keys "$1"
}

over() {
  [ ! -s "$dir/keys" ] || fail "README.md has more keys: $(cat "$dir/keys")"
  keys q
  ends_with 0
}

open_terminal
try 1
until_text 'variant=shared'
settled # what costs most is known when all has run
press w
until_text '^ \? How many wavefronts'
press m
until_text '32 lanes want bank 0'
press 3
until_text 'one bank serves one at a time'
press Space
until_text 'wavefront 2 of 32'
press p
until_text '^ pad  0'
press +
until_text 'no bank conflict'
over

try 2
until_text '2 wavefronts where 1 would do'
press '?'
until_text 'next instruction, of this warp'
keys Escape
until_text '2 wavefronts where 1 would do'
over
