#!/bin/sh
# While figures are hidden the source shows what the kernel is made of, and nothing that
# tells of them: not what is expected, no comment; with --mask not what it is about, which its
# author says before the script asks.
. "$(dirname "$0")/lib.sh"
cd "$dir"
: >none # questions are asked where keys are pressed

cat >told.lua <<'END'
title "It costs"
about [[
And figureB besides.]]
local pad = param("pad", 0, { min = 0, max = 4, help = "figureC words" })
local told = { [0] = 'figureD', 7701 }
if pad == 0 then told[1] = 7702 end -- figureE
grid(1)
block(32)
local by
  = 4
local output = global("output", float, 32 * by) -- figureF
local place = {
  near = function(i) return i end,
  far = function(i) return i * by end,
}
local function where(i) return place[pad == 0 and "near" or "far"](i) end
local function unused() return 7703 end

function kernel()
  local i = threadIdx.x
  ::store::
  output[where(i)] = i -- figureG
end
at("store", { ask = { figure = "sectors", choices = { 4, 16 }, because = "of told: " .. told[0] } })
expect("figureH", function(r) equal(r.global.store.sectors, 7704) end)
END

show() { clean "$warplens" show told.lua --step=0 --view=source --size=160x60 "$@" >out 2>err; }
show --mask || fail "$(cat err)"
for kept in 'function kernel()' 'output\[where(i)\] = i' 'local function where(i)' \
  'return i \* by' '= 4' \
  'param("pad", 0, .*help = "\.\.\."' 'global("output", float' 'block(32)' \
  '1 *\.\.\.' '17 *\.\.\.'; do
  grep -q "$kept" out || { cat out; fail "no '$kept'"; }
done
! grep -E 'figure[BD-H]|770[1-4]' out || fail "the source gives away what is hidden"
for hides in --mask --keys=none; do
  [ $hides = --mask ] && told='figure[B-H]|770[1-4]' || told='figure[C-H]|770[1-4]'
  for view in lanes banks source memory text; do
    show $hides --view=$view || fail "$(cat err)"
    ! grep -E "$told" out || fail "view $view gives away what is hidden"
    show $hides --view=$view --format=plain || fail "$(cat err)"
    ! grep -E "$told" out || fail "view $view says what is hidden"
  done
done
show --view=text && grep -q 'figureC' out || fail 'what is shown is still hidden'
printf 'next\nknob pad\n' | clean "$warplens" told.lua --plain >out || fail 'plain ends badly'
! grep -E 'figure[C-H]' out || fail 'plain says what is hidden'

# What lanes get of an exchange stands in steps behind it, and in what arrays hold in the end: as
# long as it is asked, and while the mask is on, values are hidden there, too.
cat >exchange.lua <<'LUA'
block(32)
local output = global("output", int, 32)
function kernel()
  ::shuffle::
  local got = __shfl_sync(0xffffffff, 7100 + laneid(), 1)
  output[laneid()] = got
end
at("shuffle", { ask = { figure = "result", lane = 8, choices = { 7101, 7102 } } })
LUA
picture() { clean "$warplens" show exchange.lua --lane=8 "$@" >out 2>err || fail "$(cat err)"; }
printf '%s\n' Right >keys
picture --keys=keys && ! grep -q 7101 out || fail 'a store tells what is asked'
picture --step=1 --mask && ! grep -q 7101 out || fail 'a store tells what is masked'
# … and say so: what is not there looks as if nothing had been sent.
sed 's/^  output/  got = __shfl_sync(0xffffffff, got, 2)\n&/' exchange.lua >again.lua
for size in 60x16 80x24 120x40; do
  clean "$warplens" show again.lua --lane=8 --view=shuffle --keys=keys --size=$size >out ||
    fail 'again.lua'
  grep -qE 'sends +\? .*\?|sends \?, gets \? from lane 2' out || fail "$size: $(cat out)"
  ! grep -qE 'sends +,|sends *$' out || fail "$size: values are left out: $(cat out)"
done
printf 'next\nlane 8\n' | clean "$warplens" again.lua --plain >out
grep -q '^Lane 8: sends ?, gets ? from lane 2' out || fail "$(cat out)"
sed 's/^  ::/  for i = 1, 17000 do output[0] = i end\n  ::/' exchange.lua >late.lua
clean "$warplens" show late.lua --lane=8 --step=17001 --mask >out && grep -q 'output\[8\]' out ||
  fail "$(cat out)"
! grep -q 7101 out || fail 'a store far behind tells what is masked'
printf '%s\n' a Enter Enter Right >keys
picture --keys=keys && grep -q 'output\[8\] = 7101' out || fail 'an answer was given'
printf 'next\nlane 8\n:output[8]\n' | clean "$warplens" exchange.lua --plain >out
grep '^Lane 8: output' out | grep -qv 7101 || fail 'plain tells what is asked'
grep -q 'Error: answer the question first: values could give it away' out ||
  fail 'arrays tell what is asked'

# Before all is asked, code outside of the kernel tells no answer either; afterwards it is shown.
cat >before.lua <<'END'
block(32)
local a = global("a", float, 32)
local right <const> = ({ 7704 })[1]
local said = "7705 or 7706"

function kernel() -- which is no part of what is said before it
  local one <const> = 1
  __syncwarp()
  ::store::
  a[threadIdx.x] = one
end
at("store", { ask = { figure = "sectors", choices = { 4, 16 } } })

expect("as counted", function(r) equal(r.global.store.sectors, right and 4) end)
END
before() { # KEYS: what the source shows then
  printf '%s\n' "$@" >keys
  clean "$warplens" show before.lua --size=120x40 --keys=keys >out || fail "$(cat out)"
}
before 6
! grep -qE '770[4-6]|sectors, right' out || fail "told before it is asked: $(cat out)"
grep -q ' 3 .*\.\.\.' out || fail "dots for what is hidden: $(cat out)"
grep -q 'function kernel()' out || fail "the kernel is hidden, too: $(cat out)"
# Nor does a search tell whether what is hidden has a word.
for word in 7704 7799; do
  printf '/"%s"\n' "$word" | clean "$warplens" before.lua --plain >out 2>&1
  grep -q "as far as it is seen, has '$word'" out || fail "a search for $word: $(cat out)"
done
before Right a Enter Enter 6
grep -q 7704 out || fail "still hidden: $(cat out)"
clean "$warplens" show before.lua --view=source --size=120x40 >out || fail "$(cat out)"
grep -q 7704 out || fail "hidden from who is not asked: $(cat out)"

# Neither does what a mark says that comes behind a question, in the source or in the text.
cat >behind.lua <<'END'
block(32)
local a = global("a", float, 64)
function kernel()
  ::store::
  a[threadIdx.x] = 1
  ::behind::
end
at("store", { ask = { figure = "sectors", choices = { 4, 16 } } })
at("behind", { title = "4 sectors: 7709", notes = "a note" })
END
for view in source text; do
  for seen in --keys=none --mask; do
    clean "$warplens" show behind.lua "$seen" --view=$view --size=200x60 >out || fail "$(cat out)"
    ! grep -q 7709 out || fail "$view tells with $seen: $(cat out)"
  done
  clean "$warplens" show behind.lua --view=$view --size=200x60 >out
  grep -q 7709 out || fail "$view hides what a mark says: $(cat out)"
done
