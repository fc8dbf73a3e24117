#!/bin/sh
# A lesson goes on to the settings that its flip lists, by the keys of a clicker alone: before and
# after, questions anew, nothing twice; and what flip must not have.
. "$(dirname "$0")/lib.sh"
cat >lesson.lua <<'LUA'
title "A tile"
about "What a column costs."
lesson{ topic = "T", order = 1, level = 1, minutes = 2, flip = "pad=2, pad=1" }
local pad = param("pad", 0, { min = 0, max = 4 })
block(32)
local output = global("output", float, 32)
local tile = shared("tile", float, 32, 32 + pad)
measured{ chip = "H200", with = { pad = 0 }, gbps = 1000 }
measured{ chip = "H200", with = { pad = 1 }, gbps = 2000 }
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  ::column::
  tile[i][5] = i
  output[i] = i
end
at("column", {
  title = "a column", notes = "the note",
  ask = { figure = "wavefronts", array = tile, because = "so many rows for a bank" },
})
LUA
: >none # questions are asked where keys are pressed
press() { # TIMES KEY [TIMES KEY …]: what the screen has then
  : >keys
  while [ $# -gt 1 ]; do
    for _ in $(seq "$1"); do echo "$2"; done >>keys
    shift 2
  done
  "$warplens" show lesson.lua $settings --present --keys keys --size=60x16 >shown || fail 'show'
  "$warplens" show lesson.lua $settings --present --keys keys --print-state >state || fail 'state'
}
has() { grep -q -e "$1" shown || fail "no '$1': $(cat shown)"; }
lacks() { ! grep -q -e "$1" shown || fail "'$1': $(cat shown)"; }
settings=

# One setting: what it is about, the question, the answer, the picture, the cost, the rule. The
# store that costs no more than it has to is no stop, and counters wait for the last setting.
press 0 PageDown && has 'What a column costs'
press 1 PageDown && has 'How many wavefronts'
press 2 PageDown && has 'answer: 32'
press 3 PageDown && has 'where the lanes go'
press 4 PageDown && has 'what it costs'
press 5 PageDown && has '^ why ' && has 'documented by the vendor'

# The next: what changes, the same question again, and before and after; the rule is known.
press 6 PageDown && has '^ what changes ' && has '██ .*   pad$' && lacks 'What a column costs'
grep -q -e 'lua pad=2 .*--at=step:0' state || fail "the state has not the setting: $(cat state)"
press 7 PageDown && has 'How many wavefronts'
press 8 PageDown && has 'answer: 2'
press 10 PageDown && has '^ what it costs' && has 'excess 31 → 1'
press 11 PageDown && has '^ what changes '
grep -q -e 'lua pad=1 .*--at=step:0' state || fail "state: $(cat state)"
press 15 PageDown && has "before: 50 %" && has 'excess 1 → 0'
press 16 PageDown && has '^ measured on hardware' && has '► pad=1 *2000'
press 17 PageDown && has 'this is the last stop of the warp'

# What takes changes back takes back the turn: to its last slide, where nothing is asked again. A
# change of one's own behind it comes first.
press 6 PageDown 1 u && has '^ why ' && has 'documented by the vendor'
grep -q -e 'lua --present --at=step:1,fact:' state || fail "u does not go back: $(cat state)"
press 6 PageDown 1 u 1 PageDown && has '^ what changes '
press 11 PageDown 1 u && has '^ what it costs' && has 'excess 1 '
press 6 PageDown 1 p 1 + 1 u && has '^ what .* pad=2'
press 6 PageDown 1 p 1 + 2 u && has '^ why ' && has 'pad=0'

# Back, over the same slides, to where it began.
press 12 PageDown 1 PageUp && has '^ what changes '
press 11 PageDown 1 PageUp && has '^ what it costs' && has 'excess 1 '
grep -q -e 'pad=2 .*--at=step:1' state || fail "PageUp does not go back: $(cat state)"
press 17 PageDown 40 PageUp && has 'What a column costs'
! grep -q 'pad=' state || fail "PageUp does not go back to 0: $(cat state)"

# Without slides, too: what is asked again is still hidden, in the notes of marks and elsewhere.
view() { # KEY …
  printf '%s\n' "$@" >keys
  "$warplens" show lesson.lua --keys=keys >shown || fail "show: $*"
}
view PageDown m 0 && has 'the note'
view PageDown m PageDown 0 && has 'pad=2' && lacks 'the note'
view PageDown m PageDown 5 && has ' ?'
view PageDown m PageDown PageDown m 0 && has 'the note'
cp lesson.lua narrow.lua
# Values that were set by hand are not gone to again; those of the command line count, too.
press 5 PageDown 1 p 2 + 1 Escape 1 PageDown && has '^ what changes '
grep -q -e 'pad=1 ' state || fail "a value that was there is not passed: $(cat state)"
# Outside of the slides who set a value hears first that it goes.
look() { # KEY …
  printf '%s\n' "$@" >keys
  "$warplens" show lesson.lua --keys=keys >shown || fail "show: $*"
}
look PageDown m p + Escape PageDown && has 'pad=1' && has 'PageDown again goes on to pad=2'
look PageDown m p + Escape PageDown PageDown && has 'pad=2'
look PageDown m p + Escape PageDown Home PageDown PageDown && has 'PageDown again goes on'
look PageDown m PageDown && has 'pad=2' # nobody has set any
settings=pad=2
press 0 PageDown && has 'What a column costs'
press 5 PageDown
press 6 PageDown && has '^ what changes '
grep -q -e 'pad=1 ' state || fail "it begins with another value: $(cat state)"
settings=

# A generation is a setting, too: figures before and after, and both in the state.
sed 's/flip = "[^"]*"/flip = "--arch=3.5, pad=1"/' narrow.lua >lesson.lua
press 6 PageDown && has 'cc 3.5 ' && has '^ *generation$'
press 8 PageDown && has '^ the answer  pad=0 .* cc 3.5 ' && has 'answer: 16'
grep -q -e 'lesson.lua --arch=3.5 --present --at=step:1' state || fail "state: $(cat state)"
press 10 PageDown && has 'excess 31 → 15'
press 12 PageDown && has 'pad 0 → 1, generation 3.5 → 9.0\|generation 3.5 → 9.0, pad 0 → 1'
press 12 PageDown 1 PageUp && has 'cc 3.5 '
settings=--arch=3.5
press 5 PageDown && press 6 PageDown && has 'pad' && has 'cc 9.0 '
settings=
cp narrow.lua lesson.lua

# A chip has multiprocessors of its own, 114 here: with two blocks each, the second finds all that
# the first has loaded.
cat >chip.lua <<'LUA'
block(32)
grid(228)
local a = global("a", float, 114 * 32)
local b = global("b", float, 228 * 32)
function kernel()
  b[blockIdx.x * 32 + threadIdx.x] = a[blockIdx.x % 114 * 32 + threadIdx.x]
end
LUA
printf '7\n' >keys
"$warplens" show chip.lua --keys=keys >shown && has 'model 0 %'
printf '7\nC\n' >keys
"$warplens" show chip.lua --keys=keys >shown && has 'model 50 %' && has 'H200 → H100 PCIe'
"$warplens" diff chip.lua --arch=9.0,h100pcie >shown
has 'hit rate  *0.0%  *50.0%'
cp narrow.lua lesson.lua

# Caches are set there as anywhere, and stand among what can be turned.
sed 's/flip = "[^"]*"/flip = "carveout=100, warp_order=oldest"/' narrow.lua >lesson.lua
press 6 PageDown && has '^ what changes ' && has 'carveout'
grep -q -e 'lesson.lua carveout=100 ' state || fail "the carve-out is not set: $(cat state)"
press 7 PageDown && has 'carveout 100 → driver' && has 'warp_order turns → oldest'
view P P + && has 'carveout=8' && has '^ carveout .* 228 '
view PageDown m P + u && lacks 'warp_order='
cp narrow.lua lesson.lua

# Without room for bars, votes are no numbers that may be taken for choices.
printf '%s\n' B B B A PageDown >keys
"$warplens" show bank_stride --step=34 --present --keys=keys --size=60x16 >shown
has '^ A 1 ×1   B✓2 ×3   C 4      D 8      E 16     F 32$'

# As many hazards, met less often: told where nothing is to be asked that they might answer.
sed 's/flip = "[^"]*"/flip = "--arch=6.1"/' "$source/patterns/race.lua" >lesson.lua
press 5 PageDown && ! grep -q 'left to chance' shown || fail "told before it is asked: $(cat shown)"
cat >lesson.lua <<'LUA'
lesson{ topic = "Races", order = 10, level = 2, minutes = 1, flip = "--arch=6.1" }
block(64)
local s = shared("s", float, 64, "volatile")
function kernel()
  mark("both")
  s[threadIdx.x] = 1
  local v = s[(threadIdx.x + 63) % 64]
end
LUA
press 4 PageDown && has 'hazards: 2 conflicts, before 64'
cp narrow.lua lesson.lua

# Without slides the same key goes on, and sentences say what has changed.
printf 'stop-next\nPageDown\nPageDown\n' >words
"$warplens" lesson.lua --plain <words >said
grep -q -e '^Changed: pad 0 to 2\.$' said || fail "plain does not go on: $(cat said)"

# What flip must not have is told where it stands.
refused() { # FLIP MESSAGE
  sed "s/flip = \"[^\"]*\"/flip = \"$1\"/" lesson.lua >bad.lua
  ! "$warplens" check bad.lua 2>err >/dev/null || fail "flip $1 is taken"
  grep -q -e "^warplens: bad.lua:3: lesson{}: .*$2" err || fail "flip $1: $(cat err)"
}
refused 'pda=1' 'no parameter; did you mean pad?'
refused 'size=1' 'flip sets size, which is no parameter'
refused 'pad=9' "pad cannot be '9'"
refused 'carveout=7' "carveout cannot be '7'"
refused 'pad' 'flip has "pad"'
refused 'pad=2, block=0' "block cannot be '0'"
refused 'tile=flaot' "tile cannot be 'flaot'"
refused 'pad=2, pad=1 --arch=9.9' "unknown GPU generation '9.9'"
refused 'arch=3.5' 'flip sets arch, which is no parameter'
grep -q -e '--arch=6.1' err || fail "… and how it is written: $(cat err)"
# Choices are large where a row is between them, and text where digits would touch.
"$warplens" show transpose --step=73 --present --keys=none --size=60x16 >shown
has '^   A   ██  *B ██████  *C ██████$'
# All to answer it is there.
has '^   float tile\[32\]\[32\]: lane 0 \[0\]\[0\], 1 \[1\]\[0\] … 31 \[31\]\[0\]$'
for _ in 1 2 3 4 5 6; do echo PageDown; done >keys # how many take part: lanes would tell it
"$warplens" show divergence --present --keys=keys --size=60x16 >shown
has 'How many lanes of a warp' && has '^   float output\[64\] in global memory$'
"$warplens" show transpose --step=73 --present --keys=none --size=60x15 >shown
has '^   A 1  *B 2$' && lacks '██'
"$warplens" show transpose --step=73 --present --keys=none --size=120x40 >shown
has '^  *████  *████████████  *████    ████$' # digits of four cells for a dot

# The text of a question may answer another one.
cat >branch.lua <<'LUA'
block(32)
local output = global("output", float, 64)
function kernel()
  local t = threadIdx.x
  ::branch::
  if t % 2 == 1 then
    ::odd::
    output[t] = 2
  else
    ::even::
    output[t] = 1
  end
end
at("branch", { title = "a branch" })
at("odd", { ask = { figure = "active_lanes", choices = { 1, 16, 32 } } })
at("even", { ask = { figure = "sectors",
  text = "The other side stores 64 bytes. How many sectors move?" } })
LUA
printf '%s\n' Right 0 >keys
"$warplens" show branch.lua --keys=keys >shown && has 'a question that is still to come' &&
  ! grep -q '64 bytes' shown || fail "$(cat shown)"
"$warplens" show branch.lua --view=text --mask --step=1 >shown && lacks '64 bytes. How many'
# The first byte of an array is not asked where its address is told.
for settings in shorts=128 shorts=127 order=down; do
  printf '%s\n' PageDown >keys
  "$warplens" show dynamic_shared $settings --keys=keys >shown || fail "$settings"
  has '? .*\(Which is the first\|At which\) byte' && has 'lane 0  s\[\(0\|1280\)\]'
done

# What goes wrong may be what is asked: no hazard is told of before, in no view and behind no key.
for lesson in 'race warps=1' 'fence' 'race'; do
  for keys in 'PageDown 5' 'PageDown 6' H ': h a z a r d Enter' ''; do
    # shellcheck disable=SC2086
    printf '%s\n' $keys >keys
    # shellcheck disable=SC2086
    "$warplens" show $lesson --keys=keys >shown || fail "$lesson"
    ! sed '1d; /^:/d' shown | grep -qE ' H |[0-9]!|hazard' || fail "$lesson, $keys: $(cat shown)"
  done
done

# Each turn is one change, whatever it sets: back to the lesson's last stop with what was set
# before, and made again.
pages() { for _ in $(seq "$1"); do echo PageDown; done; }
left() { # WORDS…: what the lesson is left with
  # shellcheck disable=SC2086
  "$warplens" show $lesson --present --keys=keys --print-state
}
cat >two.lua <<'LUA'
local way = param("way", "a", { values = { "a", "b", "c" } })
local n = param("n", 1, { min = 1, max = 3 })
lesson{ topic = "T", order = 1, level = 1, minutes = 1,
        flip = "way=b n=2, --arch=H100, way=c n=3 --arch=8.0" }
block(32)
local a = global("a", float, 64)
function kernel()
  mark("a mark")
  a[threadIdx.x] = n
end
LUA
lesson=two.lua
while IFS='|' read -r keys state; do
  # shellcheck disable=SC2086
  { pages 4; printf '%s\n' $keys; } >keys
  there=$(left)
  [ "$there" = "warplens two.lua $state" ] || fail "$keys: $there, and not $state"
done <<'END'
u|--arch=h100 --present --at=step:1
u u|way=b n=2 --present --at=step:1
u u u|--present --at=step:1
u u u U|way=b n=2 --present --at=step:0
u u u U U U|way=c n=3 --arch=8.0 --present --at=step:0
PageUp u|way=c n=3 --arch=8.0 --present --at=step:0
END

# What it came to is no figure of before as long as nobody has said what it costs there.
for lesson in 'padding 7' 'padding 6' 'l1_lines 8' 'constant_broadcast 6' 'bank_widths 6'; do
  pages "${lesson#* }" >keys
  echo u >>keys
  "$warplens" show "${lesson% *}" --present --keys=keys --size=60x16 >shown
  has ' cc .*[0-9]/[0-9]'
  grep -E '[0-9%] ?→ ?[0-9]|before' shown | grep -v 'p change' && fail "$lesson: an answer is told"
done
for pages in 6 7; do
  { pages $pages; printf '%s\n' u F5 6; } >keys
  "$warplens" show padding --present --keys=keys --size=120x40 >shown
  has '  22 .* 53 % ► '
  grep -E '^ was|[0-9%] ?→ ?[0-9]' shown | grep -v 'rule:' && fail "padding: a line tells an answer"
done

# A turn that fails is none: what is taken back is the one before it.
sed -e 's/, --arch=H100//' -e 's/ --arch=8.0//' -e 's/x\]/x + n \/\/ 3 * 64]/' two.lua >fails.lua
lesson=fails.lua
{ pages 3; echo u; } >keys
[ "$(left)" = 'warplens fails.lua --present --at=step:1' ] ||
  fail "behind a turn that fails: $(left)"

# Where two settings change at once both are said, as words.
i=0
: >keys
until grep -q 'stride=1 ' shown || [ $((i += 1)) -gt 40 ]; do
  echo PageDown >>keys
  "$warplens" show l1_lines --present --keys=keys --size=60x16 >shown || fail 'l1_lines'
  grep -q '^ what changes' shown || : >shown
done
has '^   way L2 → L1, stride 33 → 1$'
exit "$bad"
