#!/bin/bash
# Holds warplens-json(5) to the program: makes every document that the program writes,
# in all its forms, and compares their keys with those of the page.
set -eu
warplens=$(realpath "$1")
source=$2
page=$source/man/warplens-json.5
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

command -v jq >/dev/null || {
  echo 'skipped: no jq'
  exit 77
}
export WARPLENS_DATA=$source LC_ALL=C.UTF-8
cd "$dir"

# The names of figures, as warplens-screen(7) has them.
figures=$(sed -n 's/^\.It Va \([a-z0-9_]*\)$/"\1"/p' "$source/man/warplens-screen.7" |
  paste -sd,)

# keys DOCUMENT: the paths to all values of the documents on standard input; what is
# named by a script, a figure or a list is what the page calls it. A run that failed has
# the keys of an error instead.
keys() {
  jq -r --argjson figures "[$figures]" --arg document "$1" '
    def figure: . as $key | if $document | IN("suggest", "check") then .
      elif $figures | index($key) then "FIGURE" else . end;
    def plain: paths(type != "object" and type != "array") |
      (.[:-1] + (.[-1:] | map(if type == "string" then figure else . end))) |
      map(if type == "number" then "[]" else "." + . end) | add | .[1:];
    if $document | IN("errors", "batch output") then . else select(has("error") | not) end |
    plain |
    sub("^lines\\[\\]\\.settings\\..*"; "lines[].settings.NAME") |
    sub("(?<a>^lines\\[\\]\\.(best|points\\[\\]\\.figures))\\..*"; .a + ".FIGURE") |
    sub("^generations\\[\\]\\."; "") |
    sub("parameters\\..*"; "parameters.NAME") |
    sub("^values.*"; "values[]") |
    sub("blocks_by\\..*"; "blocks_by.LIMIT") |
    sub("(?<a>^totals|^source_lines\\[\\])\\.(global|shared|constant|local|texture)\\.[a-z.]*\\.";
        .a + ".SPACE.OP.") |
    sub("^(?<a>hazards\\[\\])\\.(first|second)"; .a + ".PARTY") |
    if $document == "arch" then sub("^(limits|memory|latencies|bandwidths|chips)\\["; "LIST[")
    else . end
  ' | sort -u >keys
}

# same DOCUMENT: those keys are the ones in the section of that name.
same() {
  awk -v section=".Ss $1" '
    /^\.S[sh] / { inside = $0 == section }
    inside && sub(/^\.It Va /, "") { gsub(/ , /, "\n"); print }' "$page" | sort >documented
  diff -u keys documented || {
    echo "FAILED: the keys that are written (-) and those of '$1' in the page (+) differ"
    exit 1
  }
}

run() { "$warplens" "$@" 2>/dev/null || :; }

cat >all.lua <<'END'
block(64)
local g = global("g", float, 4096)
local s = shared("s", float, 256)
local c = constant("c", float, 64)
local l = localmem("l", float, 4)
function kernel()
  local t = threadIdx.x
  ::add::
  for k = 0, 1 do g[t] = s[t + k] + c[k] + __ldg(g, t) end
  l[1] = t
  mark("half-way")
  __shfl_down_sync(0xffffffff, t, 1)
  if laneid() < 8 then __ballot_sync(0xffffffff, true) end
  atomicAdd(s, 0, 1)
  g[4000 + t % 8] = g[4000 + t % 8] + t
  __syncthreads()
end
at("add", { ask = { figure = "wavefronts", choices = { 1, 2 }, because = "one word of each bank",
  array = s, counted = { chip = "H200", wavefronts = 1 } } })
END
cat >wrong.lua <<'END'
local function f(a) return a.b.c end
function kernel() f({}) end
END
echo 'block(1024) local s = shared("s", float, 9) function kernel() s[0] = 1 end' >big.lua
echo 'block(256) local s = shared("s", float, 56, 257) function kernel() s[0][0] = 1 end' \
  >padded.lua

{
  for script in all.lua texture_tile cp_async wide_loads big.lua; do
    run report "$script" --json
    run report "$script" --json --arch=1.3
  done
  run report padded.lua --json
  run report all.lua --json --counters="$source/tests/out/counters/details.csv"
} | keys report
same report

{
  run report transpose --array 'output[0..1][0..1]' --json
  run report -e 'g[0] = 1/0' --array 'g[0..1]' --json
} | keys array
same 'report with an array'

run diff transpose --json --arch=1.0,9.0 >one
run diff transpose pad=0 --json -- pad=1 >two
run diff padding transpose --json >scripts
run diff padded.lua --json --arch=9.0,10.0 >padded
cat one two scripts padded | keys diff
same diff

{ run sweep transpose pad=0..2 variant=rows,shared --json
  echo 'block(1024) local n = param("n", 1) local s = shared("s", double, 4096 * n)
    function kernel() s[threadIdx.x] = 1 end' >room.lua
  run sweep room.lua n=1..9 --json; run sweep -e 'g[tid*k]' k=1,2 --json; } | keys sweep
same sweep
{
  run suggest transpose pad=0 --json
  run suggest transpose variant=rows --json
  run suggest row_sums --json
} | keys suggest
same suggest

{
  run check stride --format json
  run check exercise_transpose --rubric exercise_transpose --format json
} | keys check
same check

{
  run arch --json
  run arch H200 --json
} | keys arch
same arch

printf 'title "plain"\n' >plain.lua
{
  run list --json
  run list --json .
} | keys list
same list

run report wrong.lua --json | keys errors
same errors

lanes="[$(seq -s, 0 4 124)]"
{
  echo "{\"space\":\"global\",\"op\":\"load\",\"width\":4,\"addresses\":$lanes}"
  echo '{}'
} >lines
{
  run batch lines
  run batch --arch=1.3 lines
  far=$(seq -s, 0 40000004 1240000124)
  echo "{\"space\":\"global\",\"op\":\"load\",\"width\":4,\"addresses\":[$far]}" |
    run batch
} | keys 'batch output'
same 'batch output'

# What it reads: the program knows each key, and offers those that it knows.
awk '/^\.S[sh] / { inside = $0 == ".Ss batch input" }
  inside && sub(/^\.It Va /, "") { gsub(/ , /, "\n"); print }' "$page" | sort >documented
while read -r key; do echo "{\"$key\":0}"; done <documented | run batch | jq -r .error.message >said
if grep 'no key is called' said; then
  echo 'FAILED: the page has keys that batch does not know'
  exit 1
fi
echo '{"nothing like it":0}' | run batch | jq -r .error.message |
  sed 's/.*the keys are//; s/[,;]//g; s/ and / /g' | tr -s ' ' '\n' | grep . | sort >keys
diff -u keys documented || {
  echo 'FAILED: the keys that batch offers (-) and those of the page (+) differ'
  exit 1
}
