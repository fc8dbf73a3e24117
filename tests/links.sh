#!/bin/sh
# Holds the object files of a build to the order of the folders, and modules to no circles: what
# tests/layers.sh reads from #include lines, as the linker sees it.
#   links.sh BUILD SOURCE
set -eu
build=$1
src=$2/src
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
LC_ALL=C
export LC_ALL

# The folders of src from the top: a file may need those of its own folder and of the rows
# below, never of a row above or of another folder in its own row. "." is src itself.
folders='
.
cli
report/sweep
report/diff
report/check
report
report/counters
tui
app
app/runs
input
input/cuda
input/cuda/runtime
script
script/judge
script/process
script/simt
script/engine
script/results
script/language
script/machine
script/advice
script/syntax
view/speech
view/keys
view
view/slides
view/screen
view/help
view/views
view/why
view/text
view/draw
session
session/restore
session/course
session/settings
session/search
session/select
session/predict
session/why
session/compare
session/state
canvas/write
canvas
words
core/teach
core/analysis
core/hazard
core/cache
core/layout
core/trace
core/explain
core/count
core/access
core/gpu
core/base
core
'

# Circles that stand, as the files in them, each with a ; behind it. The list only shrinks: whoever
# opens a circle takes it off, and nothing is added.
circles='
'

# Source and object of everything that the program is made of.
sed -n 's|^ *"file": "\(.*\)",*$|\1|p; s|^ *"output": "\(src/.*\.o\)",*$|\1|p;
        s|^ *"output": "\(.*\)",*$|-|p' "$build/compile_commands.json" |
  awk 'NR % 2 { file = $0; next } $0 != "-" { sub(/^.*\/src\//, "", file); sub(/\.c$/, "", file)
       print $0, file }' |
  while read -r object file; do
    [ ! -e "$build/$object" ] || [ ! -e "$src/$file.c" ] || echo "$object $file"
  done >"$dir/objects"
[ -s "$dir/objects" ] || {
  echo "no object files in $build"
  exit 1
}

# "OBJECT: SYMBOL TYPE …" of all. Objects of link-time optimization have none without a plugin.
(cd "$build" && cut -d' ' -f1 "$dir/objects" | tr '\n' '\0' | xargs -0 nm -A -P -g) \
  >"$dir/symbols" 2>"$dir/trouble" || :
grep -q ' T ' "$dir/symbols" || {
  echo 'skipped: nm reads no symbols of these object files'
  exit 77
}

awk -v folders="$folders" -v circles="$circles" '
  function folder(file) { return file ~ /\// ? substr(file, 1, match(file, /\/[^\/]*$/) - 1) : "." }
  # Tarjan: each file gets a number and the least that it leads back to.
  function visit(v, k, w, n, list, out) {
    number[v] = low[v] = ++visits
    stack[++depth] = v
    on[v] = 1
    n = split(needs[v], list, " ")
    for (k = 1; k <= n; k++) {
      w = list[k]
      if (!(w in number)) {
        visit(w)
        if (low[w] < low[v]) low[v] = low[w]
      } else if (on[w] && number[w] < low[v]) low[v] = number[w]
    }
    if (low[v] != number[v]) return
    n = 0
    do { w = stack[depth--]; on[w] = 0; out[++n] = w } while (w != v)
    if (n > 1) circle(out, n)
  }
  function circle(files, n, i, j, names, home, whole) {
    for (i = 2; i <= n; i++)
      for (j = i; j > 1 && files[j] < files[j - 1]; j--) {
        home = files[j]; files[j] = files[j - 1]; files[j - 1] = home
      }
    whole = 1
    home = listed[files[1]]
    for (i = 1; i <= n; i++) {
      names = names " " files[i]
      found[files[i]] = 1
      if (!home || listed[files[i]] != home) whole = 0
    }
    if (!whole) { print "these need each other in a circle:" names; bad = 1 }
  }
  BEGIN {
    rows = split(folders, row, "\n")
    for (i = 1; i <= rows; i++) {
      n = split(row[i], name, " ")
      for (k = 1; k <= n; k++) rank[name[k]] = i
    }
    rows = split(circles, row, ";")
    for (i = 1; i <= rows; i++) {
      n = split(row[i], name, " ")
      for (k = 1; k <= n; k++) listed[name[k]] = i
    }
  }
  FILENAME == ARGV[1] { source[$1] = $2; files[++count] = $2; next }
  { object = substr($1, 1, length($1) - 1); file = source[object] }
  $3 == "U" { wants[++wanted] = file " " $2; next }
  $3 ~ /^[A-Z]$/ { home[$2] = file }
  END {
    for (i = 1; i <= wanted; i++) {
      split(wants[i], part, " ")
      from = part[1]
      to = home[part[2]]
      if (to == "" || to == from) continue
      if (!((from, to) in arrow)) needs[from] = needs[from] " " to
      arrow[from, to] = 1
      a = folder(from)
      b = folder(to)
      if (!(a in rank) || !(b in rank)) { lost[(a in rank) ? b : a] = 1; continue }
      inside = (from in listed) && (to in listed) && listed[from] == listed[to]
      if (a != b && rank[a] >= rank[b] && !inside) {
        print from " needs " part[2] " of " to ", which stands above or beside it"
        bad = 1
      }
    }
    for (a in lost) { print "no row has the folder " a; bad = 1 }
    for (i = 1; i <= count; i++) if (!(files[i] in number)) visit(files[i])
    for (file in listed)
      if (!(file in found)) {
        print file " is in no circle any more: take it off the list"
        bad = 1
      }
    exit bad
  }' "$dir/objects" "$dir/symbols"
