#!/bin/sh
# What a generation cannot do: an error that names the limit and who says so, from every
# verb. usage: limits.sh WARPLENS SOURCE
. "$(dirname "$0")/lib.sh"

expect() { # STATUS PATTERN ARGUMENTS...
  status=$1 pattern=$2
  shift 2
  got=0
  text=$("$warplens" "$@" 2>&1) || got=$?
  text=$(printf '%s' "$text" | tr -s ' \n' ' ')
  if [ "$got" != "$status" ] || ! printf '%s\n' "$text" | grep -qe "$pattern"; then
    printf 'warplens %s: exit status %s, not %s, or no "%s":\n%s\n' "$*" "$got" "$status" \
      "$pattern" "$text"
    bad=1
  fi
}

cat >room.lua <<'LUA'
local n = param("n", 1024, { min = 1, max = 60000 })
block(256)
local a = global("a", float, 4096)
local s = shared("s", float, n)
function kernel()
  s[threadIdx.x] = a[threadIdx.x]
end
expect("a load", function(r) return r.global.load.requests > 0 end)
LUA

# Shared memory: on cc 1.x some bytes are the system's.
system='16384 bytes on cc 1.3 (CUDA .*Guide .*), and the system takes 16 of them (the occ'
for verb in report check show suggest; do
  expect 3 "$system" $verb room.lua n=4093 --arch=1.3
  expect 0 '' $verb room.lua n=4092 --arch=1.3
done
expect 0 ' 4091 .* 4092 [^(]* 4093 shared(): "s" does not fit: .* takes 16 of them (' \
  sweep room.lua n=4091..4093 --arch=1.3
expect 0 'shared(): "s" does not fit: .* 16384 bytes on cc 1.3 (.* takes 16 of them (' \
  diff room.lua n=4093 --arch=1.3,2.0
expect 3 'has 232448 bytes on cc 9.0 (CUDA' report room.lua n=59000

# Registers: of a thread, and of all threads of a block.
block='take 131072; cc 9.0 has at most 65536 for a block (CUDA .*Guide .*) .*block(256)'
for verb in report show suggest; do
  expect 3 "1024 threads of 128 registers $block .* up to 64 registers a thread fit" \
    $verb room.lua block=1024 --registers=128
  expect 0 '' $verb room.lua block=1024 --registers=64
  expect 2 'cc 9.0 has at most 255 a thread (CUDA' $verb room.lua --registers=256
done
expect 0 ' 384 .* 512 [^(]* 640 640 threads of 100 registers take 66560; cc 9.0 has at most 65536' \
  sweep room.lua block=384..640:128 --registers=100 --figure=occupancy.blocks
expect 0 'threads of 50 registers take 25600; cc 1.3 has at most 16384 for a block (' \
  diff room.lua block=512 --registers=50 --arch=1.3,9.0
# What is assumed keeps nothing from being launched.
expect 0 ' 1 block of 16 warps: .* 16 registers each (assumed' report room.lua block=512 --arch=1.0
expect 0 '"occupancy.blocks":1' sweep --json room.lua block=512..512 --arch=1.0 \
  --figure=occupancy.blocks

# What is looked at for hazards: threads that tell of themselves at words of their own, each time.
cat >told.lua <<'LUA'
local turns = param("turns", 200)
block(1024)
local flag = global("flag", int, turns * 1024)
local s = shared("s", int, 1024)
function kernel()
  local t = threadIdx.x
  for k = 0, turns - 1 do
    s[t] = k
    __threadfence()
    for twice = 1, 2 do
      local old = atomicAdd(flag, k * 1024 + t, 1)
      if old < 0 then s[t] = 0 end
    end
  end
end
LUA
{ echo :; echo hazard | fold -w 1; echo Enter; } >hazard.keys
for jobs in 1 2; do
  expect 0 'fences and atomics hand on too much. In some blocks they hand on so much that races' \
    report told.lua --jobs=$jobs
done
expect 0 '"hazards_partial":true' report --json told.lua
expect 0 'no hazards found; fences and atomics hand on too much' show told.lua --keys=hazard.keys
expect 0 '"hazards_partial":false' report --json told.lua turns=20
expect 0 'no hazards found' show told.lua turns=20 --keys=hazard.keys

# One instruction of a compiler.
batch() { # PATTERN ARCH LINE
  got=$(printf '%s\n' "$3" | "$warplens" batch --arch="$2" 2>/dev/null) || :
  printf '%s\n' "$got" | grep -qF -e "$1" || {
    printf 'batch --arch=%s: no "%s":\n%s\n%s\n' "$2" "$1" "$3" "$got"
    bad=1
  }
}
lanes() { # FIRST STEP
  seq -s, "$1" "$2" $(($1 + 31 * $2))
}
load='"space":"global","op":"load","width":4,"addresses":'"[$(lanes 0 4)]"
batch 'cache \"cg\" goes past L1 (PTX ISA, cache operators)' 9.0 \
  "{$load,\"hit\":true,\"cache\":\"cg\"}"
batch 'cc 1.3 has no L1 for global memory (CUDA C Programming Guide 4' 1.3 "{$load,\"hit\":true}"
batch 'plain loads of cc 6.0:l1=cg go past L1 (CUDA Programming Guide' P100:l1=cg \
  "{$load,\"hit\":true}"
batch '"sectors":4' 6.0 "{$load,\"hit\":true}"
wide='"width":16,"addresses":'"[$(lanes 0 16)]"
batch 'no reduction of shared memory is 16 bytes wide: use 2, 4 or 8 (PTX ISA, red)' 9.0 \
  "{\"space\":\"shared\",\"op\":\"reduce\",$wide}"
batch '"sectors":16' 9.0 "{\"space\":\"global\",\"op\":\"reduce\",$wide}"
batch 'no atomic is 1 byte wide: use 2, 4, 8 or 16 (PTX ISA, atom)' 9.0 \
  '{"space":"global","op":"atomic","width":1,"addresses":'"[$(lanes 0 1)]}"
batch 'no cp.async is 2 bytes wide: use 4, 8 or 16 (PTX ISA, cp.async)' 9.0 \
  '{"op":"cp.async","width":2,"addresses":'"[$(lanes 0 2)],\"to\":[$(lanes 0 2)]}"
batch 'is not a multiple of the access width 4 (PTX ISA, addresses as operands)' 9.0 \
  '{"space":"global","op":"load","width":4,"addresses":'"[$(lanes 1 4)]}"
for n in 9223372036854775808 18446744073709551616 -9223372036854775809; do
  batch ': addresses are from 0 to 9223372036854775807 (2^63 - 1)' 9.0 \
    '{"space":"global","op":"load","width":1,"addresses":['"$n,$(lanes 0 1)]}" # it ends there
done

# A figure that the generation has not is not offered by the hint, and it says who has it.
expect 2 "'l1.latency' has no meaning on cc 1.3, which has no L1 cache known on cc [0-9., to]*; \
here there are requests, transactions, [^:]*$" \
  show -e 'g[tid]' --why=l1.latency --arch=1.3
expect 2 "'l2.latency' is not known on cc 2.0: L2 cache, cycles from a load to the first [a-z ]* \
known on cc [0-9., to]*; here there are" \
  show -e 'g[tid]' --why=l2.latency --arch=2.0
expect 2 "'transactions' has no meaning for this step on cc 9.0: before cc 5.0: blocks of [^:]* \
cc 1.0 to 3.7 count it of global memory; here there are" \
  show -e 'g[tid]' --why=transactions
expect 2 "'sectors' has no meaning for shared memory: 32-byte sectors" \
  show -e 's[tid]' --why=sectors
for key in $("$warplens" show -e 'g[tid]' --why=l1.latency --arch=1.3 2>&1 |
  sed -n 's/,//g; s/^  .*here there are //p'); do
  expect 0 '' show -e 'g[tid]' --why="$key" --arch=1.3
done

# Requests of a wide access to local memory are rows, whatever the generation.
cat >rows.lua <<'LUA'
local l = localmem("l", double, 2)
function kernel() l[0] = 1 end
LUA
for cc in 2.0 5.0 9.0; do
  expect 0 'requests .*2.* row 1 .*row 2 .*bytes 4 to 7 of each lane 1 sum' \
    show rows.lua --why=requests --arch="$cc"
done

# Of what is asked, where no choice is right on this generation.
cat >ask.lua <<'LUA'
local g = global("g", float, 32)
function kernel()
  ::store::
  g[threadIdx.x] = 1
end
at("store", { ask = { figure = "sectors", choices = offer(1, 2, 2) } })
LUA
expect 0 'How many sectors does the warp need.* 4, not among the choices Instr' report ask.lua
sed 's/(1, 2, 2)/(1, 2, 4)/' ask.lua >among.lua
expect 0 'How many sectors does the warp need.* 4 Instr' report among.lua

# What a check reads has no length, and is no table to walk through: both would be 0.
cat >length.lua <<'LUA'
block(64)
local a = global("a", float, 4096)
function kernel() a[threadIdx.x // 2] = threadIdx.x end
expect("length of hazards", function(r) return #r.hazards == 0 end)
expect("all hazards", function(r) for _ in pairs(r.hazards) do return false end return true end)
expect("length of a space", function(r) return #r.global == 0 end)
expect("an array", function(r) return #r.arrays.a == 4096 end)
LUA
no_list='# counts nothing here: this is no list r.hazards.total is how many'
expect 3 "! length of hazards .*: $no_list" check length.lua
expect 3 '! all hazards .*: pairs() needs a table' check length.lua
expect 3 '! length of a space .* its figures have names: r.global.requests ✓ an array' \
  check length.lua

# What a padding step costs in blocks, in text and JSON.
cat >pad.lua <<'LUA'
local pad = param("pad", 0, { min = 0, max = 32 })
block(32, 8)
local s = shared("s", float, 56, 256 + pad)
function kernel() s[threadIdx.y][threadIdx.x] = 1 end
LUA
expect 0 'limited by shared memory another column of s would cost a block: 3 instead of 4 per SM' \
  report pad.lua
expect 0 'the column of s beyond 256 costs a block: 3 instead of 4 per SM' report pad.lua pad=1
expect 0 'the 2 columns of s beyond 256 cost a block: 3 instead of 4 per SM' report pad.lua pad=2
expect 0 '"paddings":\[{"array":"s","blocks":4,"columns":-1}\]' report pad.lua pad=1 --json
expect 0 '"paddings":\[{"array":"s","blocks":3,"columns":1}\]' diff --json pad.lua pad=0 -- pad=1

# Names of chips as people write them, and what is meant where none is known.
named() { # NAME TITLE
  expect 0 "block 32 · $2 " report -e 'g[tid]' --arch="$1"
}
for name in gtx980 GTX-980 gtx_980 'GTX 980' 'NVIDIA GeForce GTX 980' 980; do
  named "$name" 'cc 5.2 GTX 980'
done
for name in rtx4090 RTX-4090 geforcertx4090 4090; do named "$name" 'cc 8.9 RTX 4090'; done
for name in v100 'tesla v100' Tesla-V100 'nvidia tesla v100'; do
  named "$name" 'cc 7.0 Tesla V100'
done
for name in sm_90 sm_90a 9.0 9.0a compute_90 compute_90a cc90 'cc 9.0' 90; do
  named "$name" 'cc 9.0 H200'
done
for name in sm_100 sm_100a sm_100f 10.0 100 b200 'NVIDIA B200'; do
  named "$name" 'cc 10.0 B200'
done
for pair in C1060:1.3 M2090:2.0 K40:3.5 K80:3.7 P100:6.0 T4:7.5 A100:8.0 RTX3090:8.6 H100:9.0 \
  H200:9.0 \
  RTX5090:12.0; do
  expect 0 "· cc ${pair#*:} " report -e 'g[tid]' --arch="${pair%:*}"
done
for pair in 9:9.0 sm90:9.0 10:10.0 12:12.0 hopper:9.0 Ampere:8.0 volta:7.0 'H100 SXM:H100' \
  'RTX 3090 Ti:RTX 3090' 8.7:8.6 gtx981:'GTX 980' h300:H; do
  expect 2 "unknown GPU generation '${pair%:*}' did you mean ${pair#*:}" report -e 'g[tid]' \
    --arch="${pair%:*}"
done
expect 2 "unknown GPU generation 'A6000' known are" report -e 'g[tid]' --arch=A6000

# Elements of another type, and where there can be none.
cat >point.lua <<'LUA'
block(32)
local P = struct("P", {"x", float}, {"y", float})
local a = global("a", P, 64)
local b = global("b", float, 64)
function kernel() b[threadIdx.x] = a[threadIdx.x].x end
LUA
expect 0 'b=half' report point.lua b=half
expect 2 'a has elements of a struct: no other type has its members' report point.lua a=int
expect 2 'the arrays of -e are of float' report -e 'g[tid]' g=half
exit $bad
