#!/bin/sh
# Lists of addresses instead of a script: as JSON and as a table, on a canvas and in reports; what
# they have not is said.
# usage: addresses.sh WARPLENS SOURCE
. "$(dirname "$0")/lib.sh"

# "FIRST STRIDE SEPARATOR": 32 addresses.
row() { seq -s "$3" "$1" "$2" $(($1 + 31 * $2)); }

cat >list.jsonl <<LIST
{"space": "global", "op": "load", "width": 4, "addresses": [$(row 4096 8 ,)]}

{"space": "shared", "op": "store", "width": 4, "addresses": [$(row 0 128 ,)]}
{"space": "global", "op": "reduce", "width": 4, "addresses": [$(row 8192 4 ,)]}
LIST
{
  echo '# the same'
  echo 'space,op,width,addresses'
  echo "global,load,4,$(row 4096 8 ' ')"
  echo "shared, store ,4,$(row 0 128 ,)"
  echo "global,reduce,0x4,$(row 8192 4 ' ')"
} >list.csv
tr ',' '\t' <list.csv >list.tsv
cp list.jsonl list.txt

# Every figure of a line is that of batch, whichever way it came.
figures() { # FILE: those of its instructions
  "$warplens" report "$1" --json >"$1.report" || fail "report $1"
  python3 - "$1.report" list.batch <<'PY' || fail "figures of $1"
import json, sys
report = json.load(open(sys.argv[1]))
lines = [json.loads(line) for line in open(sys.argv[2])]
steps = report["instructions"]
assert len(steps) == len(lines) == 3, (len(steps), len(lines))
for step, line in zip(steps, lines):
    for key in ("requests", "sectors", "lines", "wavefronts", "ways", "bytes_moved"):
        assert step.get(key) == line.get(key), (key, step, line)
assert report["hazards"] == [] and report["hazards_partial"] is True
PY
}
grep -v '^$' list.jsonl | "$warplens" batch >list.batch || fail batch
for file in list.jsonl list.csv list.tsv list.txt; do figures "$file"; done
"$warplens" report - <list.jsonl >text || fail 'report of standard input'
sees 'shared store .* 32 '
! grep -q Occupancy text || fail 'occupancy of threads that nobody knows'

# On the canvas: the file's own lines, arrays named by their memory.
picture list.csv
sees '^   3  global,load,4,4096 4104'
sees '32 lanes read 128 bytes in 8 sectors, 4 needed (4 wasted)'
sees 'lane 0  global\[0\], byte 0 → line 0'
picture list.csv --line 4 --view banks
sees '32 lanes want bank 0: 32 different words'
picture list.csv --view source
sees '^   2  .* space,op,width,addresses'
printf '%s\n' PageDown Right >keys
picture list.csv --keys keys
sees '2/3  step 1'
"$warplens" diff list.csv --arch=5.0,9.0 >text || fail diff
sees 'global load'
"$warplens" suggest list.csv >text || fail suggest
sees 'shared\[i + i // 32\]'

# What such a list has not, in one voice.
lacks() { # WHAT ARGUMENTS…
  what=$1
  shift
  if "$warplens" "$@" >text 2>&1; then fail "$* ends well"; fi
  grep -q "^warplens: list.csv is a list of addresses, which $what" text ||
    fail "$*: $(cat text)"
}
lacks 'has no parameters' report list.csv pad=1
lacks 'has no parameters' sweep list.csv pad=1..3
lacks 'does not say what memory holds' report list.csv --array=global
lacks 'states nothing to be checked' check list.csv

# A bad line has its place.
wrong() { # MESSAGE, of the table on standard input
  cat >bad.csv
  if "$warplens" report bad.csv >text 2>&1; then fail 'a bad table ends well'; fi
  grep -q -e "$1" text || fail "no '$1': $(cat text)"
}
printf 'space,op,width,addresses\n\nglobal,lod,4,0\n' |
  wrong '^warplens: bad.csv:3: "op" is "lod": did you mean "load"?'
printf 'space,op,width,addresses\nglobal,load,4,2\n' | wrong 'bad.csv:2: lane 0: address 2'
printf 'space,op,addresses,width\nglobal,load,0 4\n' | wrong 'bad.csv:2: "width" is missing'
printf 'space,op,width\nglobal,load,4,0\n' | wrong 'more cells than there are columns'
printf 'space,op,width,addresses\nglobal,load,4,%s,0\n' "$(row 0 4 ,)" | wrong 'has 33 entries'
printf 'space,op,width,addresses\nglobal,load,4,0 0x4000000000\n' | wrong 'MiB apart'
printf 'space,op,width,addresses\n' | wrong 'has no warp instruction'
exit $bad
