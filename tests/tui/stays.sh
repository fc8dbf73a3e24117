#!/bin/sh
# What leaves the picture as it was: a bundled script that is run again, and changes that fail,
# whether some of them was shown meanwhile or not.
. "$(dirname "$0")/lib.sh"
cd "$dir"

# same KEYS... -- MORE... -- ARGUMENTS...: more keys, and all is as it was without them.
same() {
  rm -f few more
  while [ "$1" != -- ]; do echo "$1" >>few && shift; done
  shift
  cp few more
  while [ "$1" != -- ]; do echo "$1" >>more && shift; done
  shift
  clean "$warplens" show "$@" --keys=few --size=80x24 >before || fail "show $*"
  for _ in 1 2 3; do
    clean "$warplens" show "$@" --keys=more --size=80x24 >after || fail "show $*"
    diff before after || fail "$*: another picture after $(tr '\n' ' ' <more)"
  done
}
same Right a Enter Enter -- r -- vadd
same w m 3 -- r -- transpose

# The block is too small for the tile, which is seen when some of the steps are there.
same w m -- : b l o c k = 1 6 , 1 6 Enter Escape -- transpose --step=73
same w 3 . . ] ] -- : b l o c k = 1 6 , 1 6 Enter Escape -- transpose
for answers in 'b Enter' 'b Enter Enter'; do
  same $answers -- : b l o c k = 1 6 , 1 6 Enter Escape -- transpose --step=1
done

# In a terminal, by a signal as well.
open_terminal
start_line "$warplens vadd"
until_text '1/3'
settled
text >there
kill -USR1 "$(screen_pid)"
settled
text | diff there - || fail 'another picture after SIGUSR1'
keys r
settled
text | diff there - || fail 'another picture after r'
keys q
ends_with 0
