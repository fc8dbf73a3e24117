#!/bin/sh
# What the replay of an instruction says and shows, wavefront by wavefront.
# usage: replay.sh WARPLENS SOURCE
. "$(dirname "$0")/lib.sh"

# at WAVE PATTERN: at that wavefront of what $what shows, some line matches.
at() {
  # shellcheck disable=SC2086
  picture $what --wavefront="$1" && sees "$2"
}

# A tag wavefront picks lines and serves no word: these wait until a data wavefront comes. Rows that
# it finds together stand together; the view scrolls no further than these take, half of the way
# while the words before them are served, so that a step is few bytes.
lines='gather --step=2 --view=lines'
# shellcheck disable=SC2086
"$warplens" show $lines --wavefront=10 --format=html | grep '>1792<' >text
sees '"now"><i>►' && sees '"used">10<' && sees '"used">17<' && sees '"now">4<'
for place in '8 1–11' '10 2–12' '11 3–13' '12 4–14' '15 6–16'; do
  # shellcheck disable=SC2086
  "$warplens" show $lines --wavefront="${place% *}" >text && sees " ${place#* } of 16 rows by tag"
done

# The first wavefront of a replay serves all lanes: the view stays where the picked lane is.
for wave in 0 1; do
  picture -e 's[(31-tid)*33]' --view=lines --wavefront=$wave && sees ' 22–32 of 32 rows'
done

# Neighbours whose names touch have two shades while they are served.
"$warplens" show -e 's[(tid*7)%32]' --view=banks --wavefront=1 --format=html >text || fail html
for style in now now-alt; do sees "\"$style\""; done
"$warplens" show -e 's[tid]' --view=banks --wavefront=1 --format=html >text || fail html
! grep -q '"now-alt"' text || fail 'joined words need none'
"$warplens" show -e 's[tid<28 and (tid*7)%32 or 32+((tid-28)*7)%32]' --view=banks --wavefront=2 \
  --format=html >text || fail html
for style in done done-alt; do sees "\"$style\""; done
# Loads take words out of banks, stores bring them there; atomics bring operands on their way to L2,
# or have words of shared memory updated. What comes back later lights its words again.
cat >ways.lua <<'LUA'
block(32)
local g = global("g", int, 4096)
local s = shared("s", int, 64)
function kernel()
  local t = threadIdx.x
  s[t % 2] = t
  atomicAdd(s, t % 2, t)
  local old = atomicAdd(g, t % 16, 1)
  atomicCAS(s, 3, t, old)
  g[t * 32] = old
end
LUA
what='ways.lua --step=0 --view=banks'
at 1 ' 2 banks take a word each, from lanes '
what='ways.lua --step=1 --view=banks'
at 1 ' 2 banks update a word each, for lanes 0–1'
what='ways.lua --step=2 --view=lines'
at 2 'data wavefront 1 of 4: 16 banks take a word each, from lanes 0–15'
at 2 'why  lanes 16–31 wait: tag wavefront 2 finds their lines'
at 4 'why  no lane waits: L2 has all operands'
at 5 'data wavefront 3 of 4: old values come back to lanes 0–15' && sees '0►' && sees 'again✓'
at 6 'again►'
picture ways.lua --step=2 --view=banks && sees '^ *operands pass the banks of L1; .* in L2$'
picture ways.lua --step=2 --why=lines && sees 'line 0 again  128 bytes'
what='ways.lua --step=3 --view=banks'
at 32 'why  no lane waits: second operands come next'
at 35 'the second operand of lane 2' && sees ' 2 now' && sees 'lane  2 '
what='ways.lua --step=4 --view=lines' # of a store, too, words do not wait for lines of others
at 1 'tag wavefront 1 of 8'
at 2 'data wavefront 1 of ≈32: bank 0 takes g\[0\] from lane 0' && sees '^ *0► .* ✓1$'
at 36 'tag wavefront 8 of 8' && sees '^ *3968► .* 8$'
what='-e g[tid*8] --view=lines'
at 2 'why  lane 4 waits: bank 0 is taken by lane 0; 27 more wait'
what='-e g[tid*33] --view=lines'
at 2 'why  lanes 4–7 wait: tag wavefront 2 finds their lines; 24 more wait'

# What fewer sectors could hold is not said to be the least.
picture -e 'g[tid//4*8]' &&
  sees ' 32 different bytes in 8 sectors (4 wasted)$' # they fit into less than 4
picture -e 'g[tid%2*8]' && sees ' 8 different bytes in 2 sectors, which they share$'

# A legend is about lanes that stand alone in the picture.
picture -e 'g[tid<31 and 0 or 40]' --view=lines && sees '^  31  lane 31'
picture -e 'g[tid<31 and 0 or 40]' --view=lanes --size 60x16 && sees '×: several lanes' &&
  sees ' 31░'
picture -e 's[tid%2==0 and tid or 40+tid]' --view=banks --size 60x16 && sees '• a lane'

# Where an index goes round.
picture -e 'g[(tid+63)%64]' && sees ' two runs of consecutive elements: lane 0, and lanes 1–31'
picture -e 'g[tid<5 and tid or tid<9 and tid+3 or tid+7]' && sees ' scattered: 32 different'

# A word that two groups of lanes read is served when both have it.
printf 'block(32)\nlocal g = global("g", float4, 8)\nlocal o = global("o", float4, 32)\n%s\n' \
  'function kernel() o[threadIdx.x] = g[threadIdx.x % 8] end' >twice.lua
what='twice.lua --step=0 --view=lines'
for wave in 2 3 4; do at $wave '^ *0► '; done

# A half-warp of early generations asks after the other, also for the same address.
what='constant_broadcast --arch=1.0 --step=1 --view=banks'
at 1 'why  lanes 16–31 wait: 16 at a time'

# Transactions come half-warp by half-warp, and tell which condition of their rule made them.
what='-e g[tid+1] --arch=1.0 --view=lines'
at 1 'why  lane 0 is at byte 4 of its 64-byte segment, not at 0; 31 wait'
what='-e g[tid*3] --arch=1.0 --view=lines'
at 1 'why  lane 1 is at byte 12 of this 64-byte segment, not at 4'
what='-e g[tid+(tid+24)//32*64] --arch=1.0 --view=lines'
at 1 'why  lane 8 is outside of the 64 bytes of lane 0'
at 17 '17 of 17: 64 bytes for lanes 16–31' && sees 'in order, from a multiple'
what='-e g[(tid+16)%32] --arch=1.2 --view=lines'
at 1 'transaction 1 of 2: 64 bytes for lanes 0–15'
at 1 'why  its lanes use only this half of 128 bytes; 16 wait'
what='-e g[tid+1] --arch=1.2 --view=lines'
at 1 'why  its lanes use both halves of these 128 bytes; 16 wait'
at 3 'why  its lanes use only this quarter of 128 bytes$'
what='-e g[tid+1] --arch=2.0 --view=lines'
at 1 'why  lane 31 waits: not in these 128 bytes$'
at 2 'why  no lane waits any more'
printf 'block(32)\nlocal g, o = global("g", float4, 64), global("o", float4, 64)\n%s\n' \
  'function kernel() o[threadIdx.x] = g[threadIdx.x] end' >quarters.lua
what='quarters.lua --arch=2.0 --step=0 --view=lines'
at 1 'why  lanes 8–15 wait: 8 at a time; 16 more wait'

# Words of local memory beyond four bytes come after the first ones, and rows say which they are.
printf 'block(32)\nlocal v = localmem("v", float4, 4)\n%s\n' \
  'function kernel() v[threadIdx.x % 2] = make_float4(1, 2, 3, 4) end' >words.lua
what='words.lua --step=0 --view=lines'
at 1 'why  the lines of this word are found: the next comes then' && sees '^ *\[0\].x► '
at 3 '^ *\[1\].y► '
what='words.lua --step=0 --view=lanes --arch=2.0'
at 3 'why  ' && ! grep -q '✓' text || fail 'a lane is served whose other words wait'

# Between tag wavefronts no lane is served now.
what='-e g[tid*32] --view=banks'
at 7 '4 now' && at 6 'served' && ! grep -q ' now' text || fail 'who is served?'

# One lane in no more than its cell.
picture -e 's[tid*32]' --view=banks --size=48x60 && ! grep -q '1 lanes' text || fail 'one lane'
exit $bad
