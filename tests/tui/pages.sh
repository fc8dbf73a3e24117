#!/bin/sh
# The manual from inside the screen: with a man that tells how it was called, with none,
# and with the real one.
. "$(dirname "$0")/lib.sh"
cd "$dir"
mkdir bin none
cat >bin/man <<'SH'
#!/bin/sh
printf '%s\n' "$@" >called
[ -z "$MAN" ] || exec "$MAN"
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
called -l "$source/man/warplens.1" back

# The terminal has grown while the pager had it: rows move on all of it.
keys F2
until_text 'the page is here'
resize 120 40
keys C-j
settled
until_whole 40
resize 80 24
until_text 'STORE global float'

# Over help, and a man that fails.
keys -l '?'
keys -l costl
until_text 'costliest instruction'
keys F2
until_text 'the page is here'
keys -l fail
keys C-j
until_text 'man could not show warplens\(1\): it ended with status 1'
called -l "$source/man/warplens.1" fail
keys Escape
until_text 'STORE global float'
keys q
ends_with 0

start_line "PATH=$dir/bin:/usr/bin:/bin $warplens talk.lua"
until_text 'STORE global float'
keys F2
until_text 'the page is here'
pid=$(screen_pid)
keys C-z
until_true grep -q '^State:.T' "/proc/$pid/status"
until_prompt
keys -l fg
keys C-j
keys C-j
until_text 'STORE global float'
called -l "$source/man/warplens.1" ''
keys q
until_true test ! -e "/proc/$pid"

# A deadly signal ends what has the terminal first: here it has a shell of its own, and a picture
# on the other screen. One that does not end by itself is killed.
cat >bin/stubborn <<'SH'
#!/bin/sh
trap "" TERM HUP
tput smcup
echo "the pager is here $$"
while :; do sleep 1000; done
SH
chmod +x bin/stubborn
# Whether nothing of a process group lives. Nobody may be there to reap it.
no_process() {
  ! cat /proc/[0-9]*/stat 2>/dev/null | sed 's/^.*) //' |
    awk -v g="$1" '$1 !~ /[ZX]/ && $3 == g { found = 1 } END { exit !found }'
}
# in_manual PAGER SIGNAL STATUS
in_manual() {
  start_line "MAN=$1 PATH=$dir/bin:/usr/bin:/bin $warplens talk.lua"
  until_text 'STORE global float'
  keys F2
  until_text '(page|pager) is here'
  pid=$(screen_pid)
  group=$(cut -d' ' -f8 "/proc/$pid/stat") # of the terminal
  [ "$group" != "$pid" ] || fail 'the manual is no job of its own'
  kill -"$2" "$pid"
  ends_with $((128 + $3))
  until_true no_process "$group"
  [ "$($tmux display-message -p '#{alternate_on}')" = 0 ] || fail "SIG$2: the picture stays"
  [ "$(modes)" = "$before" ] || fail "SIG$2: the terminal is not as it was"
}
in_manual '' TERM 15
in_manual '' QUIT 3
in_manual '' SEGV 11
in_manual stubborn TERM 15

# man dies, and leaves a pager behind: that ends, too, and the screen has its terminal.
cat >bin/orphan <<'SH'
#!/bin/sh
sh -c 'tput smcup; echo "the pager is here"; sleep 1000; tput rmcup' &
wait
SH
chmod +x bin/orphan
start_line "MAN=orphan PATH=$dir/bin:/usr/bin:/bin $warplens talk.lua"
until_text 'STORE global float'
keys F2
until_text 'pager is here'
group=$(cut -d' ' -f8 "/proc/$(screen_pid)/stat")
kill -TERM "$group"
until_text 'man was ended by signal 15'
until_true no_process "$group"
keys Escape q
ends_with 0

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
  until_text 'Esc closes'
  keys F2
  until_text 'WARPLENS\(1\)'
  keys -l q
  until_text 'Esc closes'
  keys F2
  until_text 'WARPLENS\(1\)'
  pid=$(screen_pid)
  group=$(cut -d' ' -f8 "/proc/$pid/stat")
  kill -HUP "$pid"
  ends_with 129
  until_true no_process "$group"
  [ "$($tmux display-message -p '#{alternate_on}')" = 0 ] || fail 'the pager left its picture'
else
  echo 'not checked: the real man'
fi
[ "$(modes)" = "$before" ] || fail 'the terminal has other modes now'
