#!/bin/bash
# Installs into a directory of its own and uses what lies there, as whoever unpacks it
# elsewhere does.
set -eu
meson=$1
build=$2
source=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
unset WARPLENS_DATA
export LC_ALL=C.UTF-8

fail() {
  echo "FAILED: $*"
  exit 1
}

"$meson" install -C "$build" --no-rebuild --quiet --destdir "$dir/stage" >"$dir/log" 2>&1 || {
  cat "$dir/log"
  fail 'it cannot be installed'
}
bin=$(find "$dir/stage" -path '*/bin/warplens')
mv "${bin%/bin/warplens}" "$dir/moved here"
prefix="$dir/moved here"
warplens="$prefix/bin/warplens"
share="$prefix/share"
cd "$dir"

# Every script and rubric of the source tree, and nothing else.
(cd "$source/patterns" && find . -type f | sort) >expected
(cd "$share/warplens/patterns" && find . -type f | sort) >installed
diff -u expected installed || fail 'scripts of the source tree (-) and installed ones (+) differ'

# What CUDA files are compiled and linked with.
diff -r "$source/cuda" "$share/warplens/cuda" || fail 'not all headers of CUDA'
if command -v clang++ >/dev/null; then
  printf '%s\n' '__global__ void k(int *a) { a[threadIdx.x] = 1; }' 'int main() {' \
    '  int *a; cudaMalloc(&a, 128); k<<<1, 32>>>(a);' '}' >one.cu
  "$warplens" report one.cu --json >out 2>&1 || fail "a CUDA file: $(cat out)"
  grep -q '"kernel":"k"' out || fail "no launch of a CUDA file: $(cat out)"
fi

"$warplens" report transpose --limit 0 >out 2>&1 || fail "$(cat out)"
sed 's/^title .*/title "the installed one"/' "$source/patterns/transpose.lua" >other
cat other >"$share/warplens/patterns/transpose.lua"
"$warplens" report transpose --json >out
cat "$source/patterns/transpose.lua" >"$share/warplens/patterns/transpose.lua"
grep -q '"title":"the installed one"' out || fail 'another transpose was run'
grep -q '"script":"transpose.lua"' out || fail "its name says where it is: $(cat out)"
"$warplens" check exercise_transpose --rubric exercise_transpose >out 2>&1 && fail 'solved?'
grep -q 'points' out || fail "no rubric: $(cat out)"

for page in "$source"/man/*.[0-9]; do
  section=${page##*.}
  cmp "$page" "$share/man/man$section/${page##*/}" || fail "no page ${page##*/}"
done
for file in bash-completion/completions/warplens.bash zsh/site-functions/_warplens \
  fish/vendor_completions.d/warplens.fish; do
  [ -s "$share/$file" ] || fail "no $file"
done

# Nothing of the machine that built it is needed to run.
"$warplens" --version | grep -q '^warplens [0-9]' || fail 'no version'
