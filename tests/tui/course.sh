#!/bin/sh
# A clicker goes through a whole course: from the last stop of a lesson to the next lesson, and
# back. Notes on a second terminal go with it, and so does the tally.
. "$(dirname "$0")/lib.sh"
cd "$dir"
mkdir course run && chmod 700 run
lesson() { # NAME TITLE ORDER LEVEL
  cat >"course/$1.lua" <<LUA
title "$2"
about "What $1 is about."
lesson { topic = "A course", order = $3, level = $4, minutes = 2 }
block(32)
local a = global("a", float, 4096)
function kernel()
  ::first::
  a[threadIdx.x] = 1
  ::last::
end
at("first", { title = "begin $1", notes = "note of $1" })
at("last", { title = "end $1", notes = "note of $1" })
LUA
}
lesson beta 'The first lesson' 1 1
lesson alpha 'The second lesson' 2 1
lesson gamma 'For those who want more' 3 2
lesson delta 'The last lesson' 4 1
echo 'block(32) function kernel() end' >course/plain.lua
sed -i '/^at("first/s/ })$/, ask = { figure = "sectors", choices = {1, 4} } })/' course/alpha.lua
open_terminal
# In the script, which is shown until it runs, the words of a mark have quotes.
ends_at() { until_text "[^\"]end $1"; }
begins() { # LESSON: it is there, and has run
  until_text "[^\"]begin $1|^ +What $1 is about"
  until_true childless "$(screen_pid)"
}

# The last stop is said to be it; once more is the next lesson, at its first mark.
run="XDG_RUNTIME_DIR=$dir/run"
start_line "$run $warplens course/beta.lua --present --tally votes.csv --print-state"
begins beta
keys End
ends_at beta
keys PageDown
until_text 'end of the lesson; PageDown again opens alpha'
keys PageUp
until_text 'where the lanes go'
keys PageDown
ends_at beta
keys PageDown
until_text 'end of the lesson; PageDown again opens alpha'

# Notes of the first lesson go on to the second, whose clock goes on, too.
$tmux set-option -g window-size latest # tmux 3.3 dies of a new window otherwise
$tmux new-window -d -n notes "cd $dir && env -i PATH=/usr/bin:/bin HOME=$dir LC_ALL=C.UTF-8 \
  TERM=screen-256color $run $warplens course/beta.lua --notes"
notes() { $tmux capture-pane -p -t :notes | grep -qE -e "$1"; }
until_true notes 'note of beta'
until_true notes 'next .*the next lesson'
until_true notes 'then .*lesson alpha: The second lesson'
until_true notes '0:(0[1-9]:|00:(0[2-9]|[1-5]))'
keys PageDown
begins alpha
until_true notes 'note of alpha'
until_true notes '0:(0[1-9]:|00:(0[2-9]|[1-5]))'
keys PageDown
until_text 'How many sectors'
keys B Enter
until_text '^   right: 4'

# One of another level is not of this lecture; the last lesson has none behind it.
keys End
ends_at alpha
keys PageDown
until_text 'PageDown again opens delta'
keys PageDown
begins delta
until_true notes 'note of delta'
keys End
ends_at delta
until_true notes 'then .*the end of the warp'
keys PageDown
until_text 'end of level 1; level 2 begins with gamma'

# Notes that come late have what is presented now, whatever they were started with, if anything;
# they go on to the lesson that is called by its name.
$tmux kill-window -t :notes
$tmux new-window -d -n notes "cd $dir && env -i PATH=/usr/bin:/bin HOME=$dir LC_ALL=C.UTF-8 \
  TERM=screen-256color $run $warplens --notes"
until_true notes 'note of delta'
$tmux kill-window -t :notes
$tmux new-window -d -n notes "cd $dir && env -i PATH=/usr/bin:/bin HOME=$dir LC_ALL=C.UTF-8 \
  TERM=screen-256color $run $warplens course/beta.lua --notes"
until_true notes 'note of delta'
command() { # LINE
  keys :
  keys -l "$1"
  keys Enter
}
command 'lesson delt'
until_text "did you mean 'delta'"
command 'lesson gamma'
begins gamma
until_true notes 'note of gamma'
command 'lesson delta'
begins delta
until_true notes 'note of delta'

# Back: from the first stop to the last one of the lesson before.
keys Home PageUp
until_text 'start of the lesson; PageUp again opens alpha'
keys PageUp
ends_at alpha
until_true notes 'note of alpha'

# What was said stays said, and is not asked again; the screen is a bookmark of this lesson.
keys PageUp
until_text 'every touched sector moves once'
keys q
ends_with 0
until_text 'warplens course/alpha.lua .*--present'
# The next presentation may begin where the notes did, or where it has come to.
until_true notes 'Nobody presents .*beta.lua or .*alpha.lua'
start_line "$run $warplens course/beta.lua --present"
until_text '   begin beta'
until_true notes 'note of beta'
keys q
ends_with 0
until_true notes 'Nobody presents [a-z/]*beta.lua[.]'
$tmux kill-window -t :notes
grep -q 'alpha.lua",.*,"4",1,yes$' votes.csv || fail "the first vote is not kept: $(cat votes.csv)"
[ "$(grep -c "alpha" votes.csv)" = 2 ] || fail "a vote that nobody gave: $(cat votes.csv)"

# From the menu all that it lists is the course, presented or not; it comes back at the lesson
# behind the last one.
start_line "$warplens course"
until_text '► beta '
keys Enter
begins beta
keys PageDown
ends_at beta
keys PageDown
until_text 'PageDown again opens alpha'
keys Left PageDown PageDown # something else was done meanwhile
until_text 'PageDown again opens alpha'
keys PageDown
begins alpha
keys PageDown PageDown PageDown
begins gamma
keys q
until_text '► delta '
keys Up Up Up Up 1
until_text 'level 1: '
keys Down F5
begins alpha
keys F5 PageDown PageDown PageDown
until_text 'PageDown again opens delta'
keys q
until_text '► delta '
keys q
ends_with 0

# A lesson that cannot be read is an error above the one that is there; one that has an error
# does not stop a clicker.
start_line "$warplens course/beta.lua"
begins beta
keys PageDown PageDown
until_text 'PageDown again opens alpha'
mv course/alpha.lua away
keys PageDown
until_text 'alpha.lua'
until_text 'No such file'
keys Escape
ends_at beta
echo 'title "broken" block(32) function kernel() nothing() end' >course/alpha.lua
keys PageDown PageDown
until_text 'unknown name'
keys PageDown PageDown
begins delta
keys q
ends_with 0

# What is no lesson of a course has none around it.
start_line "$warplens course/plain.lua"
until_text 'touches no memory'
keys PageDown PageDown q
ends_with 0

# Without a terminal the keys of a file go the same way.
printf 'PageDown\n%.0s' 1 2 3 4 5 6 7 >lecture
echo End >>lecture
start_line "$run $warplens course/beta.lua --present --keys lecture"
ends_at delta
text | sed '$d; s/ *$//' >there
clean "$warplens" show course/beta.lua --present --keys lecture | sed '$d; s/ *$//' >shown
keys q
ends_with 0
diff there shown || fail 'show has another picture'

# A lesson that a lecture comes back to does not ask again what was answered; one that was passed
# over does.
mv away course/alpha.lua
shows() { clean "$warplens" show course/beta.lua --present --keys keys >shown; }
has() { grep -q "$1" shown || fail "no '$1': $(cat keys shown)"; }
printf 'PageDown\n%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 >keys
shows && has 'end delta'
printf '%s\n' Home PageUp PageUp >>keys
shows && has 'end alpha'
echo PageUp >>keys
shows && has 'where the lanes go'
printf '%s\n' End PageDown PageDown End PageDown PageDown >keys # past its question
printf '%s\n' Home PageUp PageUp PageUp >>keys
shows && has 'How many sectors'

# Sentences go on to the next lesson, too, and back; the tally goes with them, and its votes on one
# question are counted on.
rm -f votes.csv course/*.lua
lesson beta 'The first lesson' 1 1
lesson alpha 'The second lesson' 2 1
sed -i '/^at("first/s/ })$/, ask = { figure = "sectors", choices = {1, 4} } })/' course/alpha.lua
for n in 1 2; do
  printf '%s\n' stop-next stop-next stop-next b stop-previous stop-previous stop-previous \
    >commands
  env -i PATH=/usr/bin:/bin HOME="$dir" LC_ALL=C.UTF-8 \
    "$warplens" course/beta.lua --plain --tally votes.csv <commands >said
  grep -q '^End of the lesson; PageDown again opens alpha\.$' said || fail "no way on: $(cat said)"
  grep -q '^The second lesson\.$' said || fail "it does not go on: $(cat said)"
  [ "$(grep -c '^The first lesson\.$' said)" = 2 ] || fail "it does not go back: $(cat said)"
  grep -q "alpha.lua\",.*,$n,\"4\",1,\$" votes.csv || fail "vote $n: $(cat votes.csv)"
done
[ "$(wc -l <votes.csv)" = 5 ] || fail "the votes of before are lost: $(cat votes.csv)"

# An answer stands behind the one to the same question before, and not behind one to another.
answer() { # LESSON PAGES: the slide that so many presses of PageDown lead to
  for _ in $(seq "$2"); do echo PageDown; done >keys
  clean "$warplens" show "$1" --present --keys=keys --size 60x16 >answer
}
answer occupancy 5
grep -q 'answer: 7$' answer || fail "no answer: $(cat answer)"
grep -q '^   ██████$' answer || fail "27 is no number of blocks: $(cat answer)"
answer stride 8
grep -q '^   ██████      ██    ██████  ██████$' answer || fail "not 8 → 32: $(cat answer)"

# A barrier that threads miss is a stop, as what is not as it should be; one that all come to is
# none.
six_stops() { printf '%s\n' stop-next stop-next stop-next stop-next stop-next stop-next; }
six_stops | clean "$warplens" divergent_barrier --present --plain >said
grep -q '^Fact 2 of 2, what can go wrong\.$' said || fail "nobody misses it: $(cat said)"
grep -q 'thread 32 is elsewhere' said || fail "no word of what it is: $(cat said)"
six_stops | clean "$warplens" divergent_barrier inside=0 --present --plain >said
! grep -q 'what can go wrong' said || fail "it is missed: $(cat said)"
