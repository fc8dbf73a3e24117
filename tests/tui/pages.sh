#!/bin/sh
# The manual from inside the screen: with a man that tells how it was called, with none,
# and with the real one.
. "$(dirname "$0")/lib.sh"
cd "$dir"
mkdir bin none
cat >bin/man <<'SH'
#!/bin/sh
printf '%s\n' "$@" "pager $MANPAGER" >called
echo 'the page is here'
read -r line
echo "$line" >>called
[ "$line" != fail ]
SH
chmod +x bin/man
cat >talk.lua <<'LUA'
local a = global("a", float, 64)
function kernel() a[threadIdx.x] = 1 end
LUA

# called EXPECTED...: the lines that man has written.
called() {
  printf '%s\n' "$@" >expected
  diff -u expected called >difference || fail "man was called otherwise: $(cat difference)"
}

open_terminal
before=$(modes)
start_line "PATH=$dir/bin:/usr/bin:/bin $warplens talk.lua"
until_text 'STORE global float'
keys F2
until_text 'the page is here'
keys C-c # is the pager's: here it ends man, not warplens
until_text 'STORE global float'
keys F2
until_text 'the page is here'
keys -l back
keys C-j
until_text 'STORE global float'
called -l "$source/man/warplens.1" "pager less '+/^ {1,7}lanes {5}[^ ]'" back

# The chosen row of help, and a pager of the user's own.
keys -l '?'
keys -l costl
until_text 'costliest instruction'
keys F2
until_text 'the page is here'
keys -l fail
keys C-j
until_text 'man could not show warplens\(1\): it ended with status 1'
called -l "$source/man/warplens.1" \
  "pager less '+/  costliest +instruction. +again. +next +like +it'" fail
keys Escape
until_text 'STORE global float'
keys q
ends_with 0

start_line "MANPAGER=more PATH=$dir/bin:/usr/bin:/bin $warplens talk.lua"
until_text 'STORE global float'
keys F2
until_text 'the page is here'
pid=$(screen_pid)
keys C-z
until_true grep -q '^State:.T' "/proc/$pid/status"
until_text 'ready>'
keys -l fg
keys C-j
keys C-j
until_text 'STORE global float'
called -l "$source/man/warplens.1" 'pager more' ''
keys q
until_true test ! -e "/proc/$pid"

start_line "PATH=$dir/none $warplens talk.lua"
until_text 'STORE global float'
keys F2
until_text 'no manual without man'
keys q
ends_with 0

if command -v man >/dev/null && command -v less >/dev/null && man -w man >/dev/null 2>&1; then
  start_line "$warplens talk.lua"
  until_text 'STORE global float'
  keys -l '?'
  keys -l costl
  until_text 'costliest instruction'
  keys F2
  until_text 'w ! .*costliest instruction; again: next like it'
  keys -l q
  until_text 'Esc closes'
  keys Escape
  keys q
  ends_with 0
else
  echo 'not checked: the real man'
fi
[ "$(modes)" = "$before" ] || fail 'the terminal has other modes now'
