#!/bin/sh
# What is written to a file has the format that its name ends in: each verb writes there what
# --format or --json gives, or refuses. usage: formats.sh WARPLENS SOURCE
. "$(dirname "$0")/lib.sh"

# like OPTION NAME VERB...: to a file of that name the verb writes what it does with the option.
like() {
  option=$1 name=$2
  shift 2
  "$warplens" "$@" "$option" >wanted 2>err || fail "$* $option: $(cat err)"
  "$warplens" "$@" -o "$name" 2>err || fail "$* -o $name: $(cat err)"
  cmp -s wanted "$name" || fail "$* -o $name is not what $option writes"
}

refused() { # PATTERN NAME VERB...: status 2, the message, and no file
  pattern=$1 name=$2 got=0
  shift 2
  "$warplens" "$@" -o "$name" >out 2>err || got=$?
  [ $got = 2 ] && grep -q -e "$pattern" err || fail "$* -o $name: status $got, $(cat err)"
  [ ! -s out ] && [ ! -e "$name" ] || fail "$* -o $name: written all the same"
}

for format in svg html ansi text; do
  name=x.$format
  [ $format = text ] && name=x.txt
  like --format=$format $name show stride
done
like --format=text picture show stride          # a name that says nothing
like --format=text .svg show stride             # hidden, and without an end
like --format=svg X.SVG show stride
like --format=html y.htm report stride
like --format=json y.json report stride
like --format=csv y.csv sweep stride stride=1..4
like --format=svg y.svg sweep stride stride=1..4
like --format=junit y.xml check stride
like --json s.json suggest transpose pad=0
like --json t.json arch H200
like --json l.json list

# Without a verb it is the report that is written, and the list without a script.
"$warplens" stride -o r.html && cmp -s r.html y.htm || fail 'the screen writes another page'
"$warplens" stride -o r.json && cmp -s r.json y.json || fail 'the screen writes other JSON'
"$warplens" -o m.json && cmp -s m.json l.json || fail 'the menu writes another list'
lanes=$(seq -s, 0 4 124)
echo '{"space":"global","op":"load","width":4,"addresses":['"$lanes"']}' >batch.jsonl
"$warplens" batch batch.jsonl -o b.jsonl || fail 'batch knows its own format'

# What is said wins over the name.
"$warplens" show stride --format=svg -o say.html && cmp -s say.html x.svg || fail 'svg in .html'
"$warplens" report stride --json -o say.txt && cmp -s say.txt y.json || fail 'json in .txt'
"$warplens" report stride --format=text -o any.log || fail 'text goes to any name'

refused 'it writes .txt, .html, .htm, .json; `warplens show` draws' no.svg stride
refused 'it writes .txt, .json' no.html
refused 'list writes text or JSON' no.html "$source/patterns"
refused 'it writes .txt, .ansi, .svg, .html, .htm; --format=text' no.png show stride
refused 'it writes .txt, .html, .htm, .json; --format=text' no.svg report stride
refused 'it writes .txt, .svg, .html, .htm, .csv, .json' no.ansi sweep stride stride=1..2
refused 'it writes .txt, .xml, .json' no.svg check stride
refused 'it writes .json, .jsonl' no.csv batch batch.jsonl
refused 'it writes .txt, .json$' no.xml arch
exit $bad
