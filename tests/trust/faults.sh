#!/bin/sh
# The faults of faults.tsv, row by row: the exit status of the program, and words
# of its message. Rows with a test of their own name it there.
#
#   faults.sh WARPLENS SOURCE [ROW…]
#   faults.sh --idle SOURCE: whether rows that want status 0 find fault with a program that
#     does nothing
#   faults.sh --page SOURCE: the list of warplens-faults(7)
set -u
here=$(realpath "$(dirname "$0")")
source=$(realpath "$2")
table=$here/faults.tsv

page() {
  awk -F'|' '
    function list(s,  n, part, i, out) {
      n = split(s, part, " ")
      for (i = 1; i <= n; i++) out = out (i == 1 ? "" : i == n ? " or " : ", ") part[i]
      return out
    }
    /^# / {
      if (open) print ".El"
      print ".Ss " substr($0, 3)
      print ".Bl -tag -width 4n"
      open = 1
      next
    }
    {
      what = toupper(substr($3, 1, 1)) substr($3, 2)
      printf ".It %s\n%s:\n%s.\nStatus %s.\n", $1, what, $4, list($2)
    }
    END { print ".El" }' "$table" | fold -s -w 79 | sed 's/ *$//'
}
if [ "$1" = --page ]; then
  page
  exit
fi

page | diff -u "$source/man/warplens-faults.7" - | grep '^[+]' | grep -v '^+++' && {
  echo 'FAILED: warplens-faults(7) has not what the table has (faults.sh --page)'
  exit 1
}

idle=
[ "$1" != --idle ] || idle=yes
warplens=$(realpath "$([ "$idle" ] && echo /bin/true || echo "$1")")
shift 2
top=$(mktemp -d)
trap 'chmod -R u+w "$top"; rm -rf "$top"' EXIT
trap 'exit 1' HUP INT TERM
cd "$top"
row=0 limit=60 # seconds of a processor
: >"$top/bad" # lines of it count, as rows feed scripts through pipes: in shells of their own
sanitized() { nm "$warplens" 2>/dev/null | grep -q __asan_; }

complain() {
  [ "$idle" ] || { echo "FAILED: row $row: $*" && head -n 5 err; }
  echo "$row" >>"$top/bad"
}

clean() { env -i PATH=/usr/bin:/bin HOME="$dir" LC_ALL=C.UTF-8 WARPLENS_DATA="$source" "$@"; }

# Nothing that a terminal would obey, in what was written and said, and UTF-8.
obeyed='[\001-\010\013-\037\177]|\302[\200-\237]|\342\200[\252-\256]|\342\201[\246-\251]'
harmless() {
  ! LC_ALL=C grep -qE "$(printf "$obeyed")" out err || complain "not harmless: $*"
  iconv -f UTF-8 -t UCS-4 out err >utf-8 2>&1 || complain "no UTF-8: $*"
}

# seen STATUS: notes the status of the last command, which must be this one.
seen() {
  [ "$got" = "$1" ] || complain "exit status $got, not $1: $what"
  echo "$row $got" >>"$top/seen"
}

# check STATUS WORDS COMMAND…: the words are an extended regular expression.
check() {
  wanted=$1 words=$2
  shift 2
  got=0 what=$*
  clean timeout 300 "$@" >out 2>err </dev/null || got=$?
  seen "$wanted"
  [ -z "$words" ] || grep -qE -e "$words" err out || complain "no '$words': $*"
  harmless "$@"
}

# script STATUS WORDS [OPTION…]: a report on standard input as a script.
script() {
  cat >script.lua
  s=$1 w=$2
  shift 2
  check "$s" "$w" "$warplens" report script.lua --timeout "$limit" --memory 16 "$@"
}

# kernel STATUS WORDS BODY: in a kernel of one warp, with g[64]; its line is 5.
kernel() {
  printf 'grid(1)\nblock(32)\nlocal g = global("g", int, 64)\nfunction kernel()\n%s\nend\n' "$3" \
    >kernel.lua
  check "$1" "$2" "$warplens" report kernel.lua --timeout "$limit" --memory 16 --accesses 100000
}

fine='local g = global("g", float, 64)\nfunction kernel() g[threadIdx.x] = 1 end\n'

. "$here/faults_scripts.sh"
. "$here/faults_around.sh"

here_rows=$(awk -F'|' '$5 == "here" { print $1 }' "$table")
[ -z "$idle" ] || {
  exec 2>/dev/null
  set -- $(awk -F'|' '$5 == "here" && $2 == "0" { print $1 }' "$table")
}
count=$(grep -c '^[0-9]' "$table")
[ "$count" = 63 ] || { echo "FAILED: $count rows"; echo "$count" >>"$top/bad"; }
: >"$top/seen"
[ $# -gt 0 ] || set -- $here_rows
for row; do # each in a folder of its own
  dir=$top/$row
  mkdir "$dir" && cd "$dir" || exit 1
  : >err
  printf "$fine" >fine.lua
  row_$row
  wanted=$(awk -F'|' -v r="$row" '$1 == r { print $2 }' "$table")
  got=$(awk -v r="$row" '$1 == r { print $2 }' "$top/seen" | sort -nu | paste -sd' ')
  [ "$got" = "$wanted" ] || complain "statuses $got, the table has $wanted"
done
cd "$top"

if [ "$idle" ]; then
  for row; do
    grep -qx "$row" "$top/bad" || { echo "FAILED: row $row has nothing against true(1)"; bad=1; }
  done
  exit "${bad:-0}"
fi

# Rows elsewhere: the test is run by meson, and does what it is named for, outside of comments.
code() { sed 's/^ *#.*//; s/^ *\/\*.*//' "$@"; }
awk -F'|' '/^[0-9]/ && $5 != "here" { print $1 "|" $5 }' "$table" >elsewhere
while IFS='|' read -r row where; do
  : >err
  file=${where%%:*} words=${where#*:}
  folder=$here/../${file%/*} name=${file##*/}
  stem=${name%.*}
  code "$folder/$name" | grep -qF -e "$words" || complain "no '$words' in tests/$file"
  { # its file, its name in a list, or as a fuzz target
    code "$folder/meson.build" | grep -v benchmark | grep -A1 '^ *test(' | grep -qF "'$name'" ||
      code "$folder/meson.build" | grep -qE "^ *'${stem#fuzz_}'[,:]" ||
      code "$folder/meson.build" | grep -qE "^foreach name *: *\[.*'$stem'"
  } || complain "tests/$file is no test of its meson.build"
done <elsewhere
echo "$(echo "$here_rows" | wc -w) rows here, $(wc -l <elsewhere) elsewhere," \
  "$(wc -l <"$top/seen") statuses"
[ ! -s "$top/bad" ]
