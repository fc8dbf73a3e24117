#!/bin/sh
# Divergence shows in the figures: a sum that picks threads by modulo and one that takes them in
# sequence do the same work with other lanes. And efficiency is one thing in every memory.
# usage: lanes.sh WARPLENS SOURCE
. "$(dirname "$0")/lib.sh"
command -v jq >/dev/null || {
  echo 'skipped: no jq'
  exit 77
}

sum() { # FILE CONDITION INDEX STEP
  cat >"$1" <<END
block(256)
local s = shared("s", float, 256)
function kernel()
  local t = threadIdx.x
  s[t] = t
  __syncthreads()
  local k = $4
    if $2 then
      s[$3] = s[$3] + s[$3 + k]
    end
    __syncthreads()
    k = k
  end
end
END
}
sum modulo.lua 't % (2 * k) == 0' t '1 while k < 256 do'
sum sequence.lua 't < k' t '128 while k > 0 do'
sed -i 's/    k = k$/    k = k * 2/' modulo.lua
sed -i 's/    k = k$/    k = k >> 1/' sequence.lua

of() { "$warplens" report "$1" --json | jq -r "$2"; }
load='.totals.shared.load | "\(.active_lanes) \(.instructions)"'
# 2 loads of 255 sums, in 8 turns. By modulo all 8 warps take part while k is at most 16.
same "$(of modulo.lua "$load")" '510 94' 'lanes and instructions by modulo'
same "$(of sequence.lua "$load")" '510 24' 'lanes and instructions in sequence'
line='.source_lines[] | select(.line == 9).shared.load | "\(.active_lanes) \(.instructions)"'
same "$(of modulo.lua "$line")" '510 94' 'those of the line'
"$warplens" report modulo.lua >modulo
"$warplens" report sequence.lua >sequence
grep -q '^   shared load .* 100%  *17%' modulo || fail "no lanes by modulo: $(cat modulo)"
grep -q '^   shared load .* 100% 66.4%' sequence || fail "no lanes in sequence: $(cat sequence)"
grep -q '^  active lanes  *17%  *29%' modulo || fail "no lanes in totals: $(cat modulo)"
grep -q '^  asked of moved  *17%' modulo || fail "what is asked of moved: $(cat modulo)"

# The same definition wherever it is told: ideal by actual, also where lanes share or are off.
cat >all.lua <<'END'
local g, s = global("g", float, 64), shared("s", float, 64)
function kernel()
  local t = threadIdx.x
  s[t] = 0
  if t < 8 then s[t * 8] = g[t // 8] + g[t * 8] end
end
END
load='.source_lines[1].global.load | "\(.sectors) \(.ideal_sectors)"'
same "$(of all.lua "$load")" '9 2' 'sectors'
"$warplens" report all.lua | grep -q '^   global load  *sectors .* 22.2%  *25%' ||
  fail 'the report has another efficiency'
picture all.lua --line 5 --why efficiency
sees 'efficiency *100 %'
echo 'expect("e", function(r) return r.global.load.efficiency == 2 / 9 end)' >>all.lua
"$warplens" check all.lua >/dev/null || fail 'checks have another efficiency'
exit $bad
