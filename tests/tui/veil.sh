#!/bin/sh
# While figures are hidden the source shows what the kernel is made of, and nothing that
# tells of them: not what it is about, not what is expected, no comment.
. "$(dirname "$0")/lib.sh"
cd "$dir"

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
local function at(i) return place[pad == 0 and "near" or "far"](i) end
local function unused() return 7703 end

function kernel()
  local i = threadIdx.x
  ask{ figure = "sectors", choices = { 4, 16 }, because = "of told: " .. told[0] }
  output[at(i)] = i -- figureG
end
expect("figureH", function(r) equal(r.global.store.sectors, 7704) end)
END

show() { clean "$warplens" show told.lua --step=0 --view=source --size=160x60 "$@" >out 2>err; }
show --mask || fail "$(cat err)"
for kept in 'function kernel()' 'output\[at(i)\] = i' 'local function at(i)' 'return i \* by' \
  '= 4' \
  'param("pad", 0, .*help = "\.\.\."' 'global("output", float' 'block(32)' \
  '1 *\.\.\. folded while figures are hidden' '17 *\.\.\. folded'; do
  grep -q "$kept" out || { cat out; fail "no '$kept'"; }
done
! grep -E 'figure[BD-H]|770[1-4]' out || fail "the source gives away what is hidden"
for hides in --mask --question=asked; do
  for view in lanes banks source memory text; do
    show $hides --view=$view || fail "$(cat err)"
    ! grep -E 'figure[B-H]|770[1-4]' out || fail "view $view gives away what is hidden"
    show $hides --view=$view --format=plain || fail "$(cat err)"
    ! grep -E 'figure[B-H]|770[1-4]' out || fail "view $view says what is hidden"
  done
done
show --question=shown --view=text && grep -q 'figureC' out || fail 'what is shown is still hidden'
printf 'next\nknob pad\n' | clean "$warplens" told.lua --plain >out || fail 'plain ends badly'
! grep -E 'figure[B-H]' out || fail 'plain says what is hidden'
