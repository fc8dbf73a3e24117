#!/bin/sh
# What Why lists is what the figure was made of, and its words are those of its case.
# usage: why.sh WARPLENS SOURCE
. "$(dirname "$0")/lib.sh"

# why FIGURE FILE [OPTION ...]: asks; what is shown lies in `out`, on lines of their own.
why() {
  figure=$1
  shift
  "$warplens" show --size 100x60 --why "$figure" "$@" >out 2>&1 || fail "no $figure: $*"
}

has() { grep -Eq -- "$1" out || { cat out; fail "no '$1' in $figure"; }; }
lacks() { if grep -Eq -- "$1" out; then cat out; fail "'$1' in $figure"; fi; }

# Constant memory: a pass for every address and 4 bytes of it; bytes of a wavefront play no part.
for type in float:1 double:2 float4:4; do
  passes=${type#*:}
  cat >constant.lua <<LUA
local d = constant("d", ${type%:*}, 2)
function kernel() if threadIdx.x < 4 then local a = d[threadIdx.x % 2] end end
LUA
  for cc in 9.0 3.5; do
    why ideal_wavefronts constant.lua --arch $cc
    has "why +ideal passes $passes "
    has "1 request of one address × $passes pass"
    lacks 'a wavefront|bytes asked /'
  done
  why efficiency constant.lua
  has "ideal $passes / cost $((2 * passes))"
  lacks 'one pass,'
done
echo 'local d = constant("d", double, 2)
function kernel() local a = d[0] end' >halves.lua
why ideal_wavefronts halves.lua --arch 1.3
has '2 requests of one address × 2 passes for 8 bytes +4$'

exit $bad
