# What these scripts begin with: WARPLENS SOURCE as arguments, a directory of their own, and
# `bad`, their exit status in the end.
set -eu
warplens=$(realpath "$1")
source=$2
WARPLENS_DATA=$source
LC_ALL=C.UTF-8
export WARPLENS_DATA LC_ALL
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
bad=0

fail() {
  printf 'FAILED: %s\n' "$*"
  bad=1
}

same() { [ "$1" = "$2" ] || fail "$3: $1, not $2"; } # GOT WANTED WHAT

# The picture of `show` in `text`, and what a line of it matches.
picture() { "$warplens" show "$@" >text || fail "show $*"; } # ARGUMENTS…
sees() { grep -q -e "$1" text || fail "no '$1': $(cat text)"; } # PATTERN
