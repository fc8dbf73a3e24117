#!/bin/sh
# Runs the blocks of code that pages have outside of EXAMPLES, each as what it is a part of; one
# that this test has no row for is an error.
#
#   blocks.sh WARPLENS SOURCE
set -eu
warplens=$(realpath "$1") source=$(realpath "$2")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
bad=0 ran=0

try() { # STATUS VERB…
  want=$1 got=0
  shift
  ran=$((ran + 1))
  env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 WARPLENS_DATA="$source" "$warplens" "$@" >out 2>&1 ||
    got=$?
  [ $got = "$want" ] || { echo "FAILED: $first: status $got"; head -n 9 out; bad=1; }
}

# With the arrays that the fragments of questions name, in a kernel.
asks() {
  { echo 'local stride = param("stride", 2)'
    echo 'local g = global("g", float, 4096)'
    echo 'function kernel() ::store:: g[threadIdx.x * stride] = 1 end'
    echo 'at("store", {'
    cat block
    echo '})'; } >block.lua
  try 0 report block.lua
}

# Commands, one a line, each of which ends so: 7 where it asks for a terminal.
commands() { # STATUS…
  while read -r first; do
    # shellcheck disable=SC2086
    try "$1" ${first#warplens }
    shift
  done <block
}

# The statements of the right column, in one kernel.
table() {
  first='CUDA C'
  { cut -c38- block | grep '= shared('
    echo 'local a = global("a", int, 64)'
    echo 'function kernel() local a1, b, c, x, n, v, d, i = 8, 2, true, 1.5, 3, 1, 0, 0'
    sed -n '2,$p' block | cut -c38- | sed 's/(to ::next::)//; s/^ *//' | while read -r line; do
      case $line in
      *'::next::'* | 'goto next'*) echo 'do goto next ::next:: end' ;;
      *' = shared('*) ;; # above
      '-- text' | local* | if* | for* | while* | i\ =* | atomicAdd*) echo "$line" ;;
      *) echo "do local value = $line end" ;;
      esac
    done | sed 's/\<a\>\( [/~a]\)/a1\1/' # a is an array below, a number above
    echo 'end'; } >block.lua
  try 0 report block.lua
}

for page in "$source"/man/*.[1-7]; do
  awk -v to="$dir/$(basename "$page")" '
    /^\.Sh / { examples = /EXAMPLES/ }
    /^\.Ed/ { inside = 0 }
    inside { print >(to "." n) }
    /^\.Bd -literal/ && !examples { inside = 1; n++ }' "$page"
done
for block in warplens*.[1-7].*; do
  sed 's/\\-/-/g; s/\\(aq/'"'"'/g; s/\\(ti/~/g; s/\\(ha/^/g; s/\\e/\\/g' "$block" >block
  first=$(head -n 1 block)
  case $first in
  title*) cp block block.lua; try 0 report block.lua ;;
  'ask = {'*) asks ;;
  'function kernel()'*)
    { echo 'local input, output = global("input", float, 32), global("output", float, 32)'
      echo 'local tile = shared("tile", float, 1024)'
      cat block; } >block.lua
    try 0 report block.lua ;;
  'expect('*)
    { echo 'local s = shared("s", float, 64)'
      echo 'function kernel() s[threadIdx.x] = 1 end'
      cat block; } >block.lua
    try 0 check block.lua ;;
  'local function seed'*) cp block rubric.lua; try 0 check exercise_transpose --rubric ./rubric.lua
    grep -q 'transposes' out || { echo "FAILED: no case of the rubric"; bad=1; } ;;
  'equal(r.shared'*) # a solution of 96 x 96
    sed 's/float, T, T)/float, T, T + 1)/' "$source/patterns/exercise_transpose.lua" >solved.lua
    { echo 'case("x", { params = { n = 96 } }, function(r)'; cat block; echo 'end)'; } >rubric.lua
    try 0 check solved.lua --rubric rubric.lua ;;
  'warplens  '*) # the first needs a terminal, and one has words in quotes
    sed '1d; / -e /d; s/   .*//' block >each && mv each block
    commands 0 0 0 0 0 0 0 1 ;;
  'warplens vadd --present '*) commands 7 7 ;;
  'warplens new mine '*) commands 0 0 1 1 ;; # it is not solved
  'CUDA C '*) table ;;
  'space,op,width,'*) cp block list.csv; try 0 report list.csv
    grep -q 'shared store' out || { echo "FAILED: no store of the list"; bad=1; } ;;
  'cd probe'*) # needs a card: what it names is there
    [ -x "$source/probe/measure" ] && [ -e "$source/probe/Makefile" ] && ran=$((ran + 1)) ;;
  *) echo "FAILED: $block: no row for the block that begins with: $first"; bad=1 ;;
  esac
done
echo "$ran blocks"
[ $ran -ge 7 ] && [ $bad = 0 ]
