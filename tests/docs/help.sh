#!/bin/sh
# Help fits a person and a terminal, and has every option of the page.
# usage: help.sh WARPLENS SOURCE BUILD
set -eu
warplens=$1 page=$2/man/warplens.1 completions=$3/src/cli
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
bad=0
fail() {
  printf 'FAILED: %s\n' "$*"
  bad=1
}

"$warplens" --help >"$dir/all"
"$warplens" help >"$dir/again"
cmp "$dir/all" "$dir/again" || fail 'help is not --help'
[ "$(wc -l <"$dir/all")" -le 60 ] || fail "--help has $(wc -l <"$dir/all") lines"
for verb in $(sed -n 's/^\.It Cm \([a-z]*\)$/\1/p' "$page" | head -12); do
  grep -q "^  $verb  *[^ ]" "$dir/all" || fail "--help has no $verb"
  "$warplens" "$verb" --help >"$dir/of-$verb"
done
for text in "$dir"/all "$dir"/of-*; do
  [ "$(wc -L <"$text")" -le 80 ] || fail "${text##*/} has lines wider than 80 columns"
done

sed -n '/^\.Sh OPTIONS$/,/^\.Sh LISTS/s/^\.It Fl \([a-z] , Fl \)*-\([a-z0-9-]*\).*/\2/p' "$page" \
  >"$dir/options"
[ "$(wc -l <"$dir/options")" -gt 30 ] || fail 'the page has no options'
while read -r option; do
  cat "$dir"/all "$dir"/of-* | grep -q -e " --$option[= ]" || fail "no help has --$option"
done <"$dir/options"
for shell in bash zsh fish; do
  while read -r option; do
    case $shell in
    fish) grep -q -e "-l $option " "$completions/warplens.fish" ;;
    zsh) grep -q -e "--$option[=[{}']" "$completions/_warplens" ;;
    *) grep -q -e "--$option[= ']" "$completions/warplens.$shell" ;;
    esac || echo "$option"
  done <"$dir/options" >"$dir/missing"
  [ ! -s "$dir/missing" ] || fail "completions of $shell lack $(cat "$dir/missing")"
done
exit $bad
