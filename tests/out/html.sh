#!/bin/sh
# Pages to take home: html.sh WARPLENS SOURCE. What a page says is read
# as XML; what a browser makes of it is tested where there is one.
set -eu
warplens=$(realpath "$1")
WARPLENS_DATA=$2
LC_ALL=C.UTF-8
export WARPLENS_DATA LC_ALL
unset NO_COLOR
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
bad=0
same() { # WHAT GOT WANTED
  [ "$2" = "$3" ] || { printf '%s:\n  is     %s\n  wanted %s\n' "$1" "$2" "$3"; bad=1; }
}
refused() { # PATTERN ARGUMENTS...
  pattern=$1
  shift
  got=0
  text=$("$warplens" "$@" 2>&1) || got=$?
  printf '%s\n' "$text" | grep -qe "$pattern" && [ "$got" = 2 ] || {
    printf 'warplens %s: exit status %s, or no "%s":\n%s\n' "$*" "$got" "$pattern" "$text"
    bad=1
  }
}

show="$warplens show -e s[tid*4] --view banks"
$show --format html -o one.html
$show --replay --format html -o replay.html
$show --replay --format html -o again.html --jobs 1
cmp replay.html again.html || bad=1
$show --replay --format html --theme dark -o dark.html
command -v xmllint >/dev/null || {
  echo 'skipped: no xmllint'
  exit 77
}
xmllint --noout ./*.html || bad=1
path() { xmllint --xpath "$2" "$1"; }
same 'frames' "$(path replay.html 'count(//*[local-name()="figure"])')" 5
same 'a caption each' "$(path replay.html \
  'string(//*[@id="frame-3"]/*[local-name()="figcaption"])' |
  grep -o 'wavefront 2 of 4: 8 banks serve a word each')" \
  'wavefront 2 of 4: 8 banks serve a word each'
same 'text without markup' "$(path one.html 'string(//*[local-name()="pre"])' | sed -n 4,5p)" \
  ' ✗ 8 banks serve 4 different words each: 4 wavefronts where 1 would do
 rule: bank = word mod 32: words 32 apart (128 bytes) share a bank [vendor]'
$warplens show stride offset=1 type=double memory=shared --step 1 --view banks --format html \
  --size 60x16 -o narrow.html
same 'all of how to come back' "$(path narrow.html 'string(//*[local-name()="pre"])' |
  grep -A 1 ' warplens ' | tr -s '\\\n ' ' ')" \
  ' warplens stride offset=1 type=double memory=shared --at=step:1,view:banks '
same 'fetches' "$(grep -cE '(src|href|url)[=(]' replay.html || :)" 0
refused 'no room for a replay' show -e 'g[tid]' --replay
refused 'does not belong' report -e 'g[tid]' --replay

browser=
for name in chromium chromium-browser google-chrome; do
  [ -n "$browser" ] || browser=$(command -v "$name" || :)
done
[ -n "$browser" ] || {
  [ "$bad" = 0 ] || exit 1
  echo 'skipped: no chromium; all but what a browser does was tested'
  exit 77
}
# Does something on a page, and says what that came to: dom PAGE SCRIPT.
dom() {
  sed "s|</body>|<script>window.onload = function () { var say = []; $2; \
document.documentElement.setAttribute('data-said', say.join(' ')); };</script></body>|" \
    "${1%%#*}" >"page-${1%%#*}"
  timeout 300 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$dir/profile" \
    --virtual-time-budget=10000 ${3-} --dump-dom "file://$dir/page-$1" 2>/dev/null |
    grep -o 'data-said="[^"]*"' | head -1
}
press='function press(k) { document.body.dispatchEvent(new KeyboardEvent("keydown", \
{ key: k, bubbles: true })); } function at() { say.push(document.getElementById("count")\
.textContent.split(" ")[1]); }'
same 'keys' "$(dom replay.html "$press at(); press('.'); at(); press('ArrowRight'); at(); \
press(','); at(); press('End'); at(); press('.'); at(); press('Home'); at(); \
press('PageDown'); at()")" \
  'data-said="1 2 3 2 5 5 1 2"'
same 'one frame is seen' "$(dom replay.html 'document.getElementById("on").click(); \
document.querySelectorAll(".frame").forEach(function (f) { \
say.push(getComputedStyle(f).display) })')" 'data-said="none block none none none"'
same 'a link to a frame' "$(dom 'replay.html#frame-4' "$press at()")" 'data-said="4"'
# Where the picture is wider than the window it begins in it, and the buttons are whole.
same 'a phone sees the left edge' "$(dom replay.html \
'document.body.style.width = "360px"; var b = document.getElementById("play"); \
say.push(document.querySelector(".shown pre").getBoundingClientRect().left >= 0, \
b.scrollWidth <= b.clientWidth)')" 'data-said="true true"'
same 'rows are as high as each other, none is broken' "$(dom one.html \
'var p = document.querySelector("pre"), h = parseFloat(getComputedStyle(p).lineHeight); \
say.push(Math.round(p.getBoundingClientRect().height / h), p.scrollWidth === p.clientWidth)')" \
  'data-said="24 true"'
same 'light' "$(dom one.html 'say.push(getComputedStyle(document.body).backgroundColor)' \
  --blink-settings=preferredColorScheme=1)" 'data-said="rgb(251, 250, 246)"'
same 'dark' "$(dom one.html 'say.push(getComputedStyle(document.body).backgroundColor)' \
  --blink-settings=preferredColorScheme=0)" 'data-said="rgb(18, 22, 28)"'
same 'a chosen theme' "$(dom dark.html 'say.push(getComputedStyle(document.body).backgroundColor)' \
  --blink-settings=preferredColorScheme=1)" 'data-said="rgb(18, 22, 28)"'
exit $bad
