#!/bin/sh
# --counters: what a profiler wrote beside the figures, in the report, as JSON and on the screen.
# usage: counters.sh WARPLENS SOURCE
. "$(dirname "$0")/lib.sh"

lanes=$source/tests/out/counters/lanes.csv     # page raw, recorded on an H100
details=$source/tests/out/counters/details.csv # page details: counters, limits and a rule
cp "$source/tests/script/lanes/cas_add.lua" "$source/tests/script/lanes/cas_max.lua" .
cat >copy.lua <<'LUA'
block(256) grid(16)
local from, to = global("from", float, 8192), global("to", float, 4096)
function kernel()
  local i = blockIdx.x * blockDim.x + threadIdx.x
  to[i] = from[2 * i]
end
LUA

part() { "$warplens" report "$@" --limit 0 --ascii | sed -n '/^Counters/,$p' | tail -n +2; }
same "$(part cas_add.lua k=1 --counters="$lanes:0" --registers=16)" \
'  launch 0: cas_global(int *, int)
                                            counted         here
  global load requests                            1            1
  global load sectors                             1            1
  global atomic requests                         32           32
  global atomic sectors                         528          528
  blocks/SM, limit: blocks                       32           32
  blocks/SM, limit: warps                        64           64
  blocks/SM, limit: shared memory                32          202  -170, 84.2%
    the driver gives shared memory a smaller part of L1
  blocks/SM, limit: registers                   128          128' 'launch 0'
same "$(part cas_add.lua k=4 --counters="$lanes:2" | grep atomic)" \
'  global atomic requests                          8            8
  global atomic sectors                          36           36' 'launch 2'
same "$(part copy.lua --counters="$details")" \
'  launch 0: void app::copy<4>(const float *, float *, int)
                                            counted         here
  global load requests                          128          128
  global load sectors                         1,024        1,024
  global store sectors                          520          512  +8, 1.56%
    the counter varies where sectors are written in part
  load sectors that L1 misses                 1,024        1,024
  sectors from DRAM                           1,130        1,120  +10, 0.893%
    it also depends on the order of warps and blocks
  blocks/SM, limit: registers                    16            8  +8, 100%
    registers are assumed: --registers' 'page details'
same "$(part copy.lua block=128 grid=32 --counters="$details" | head -n 1 | cut -c 1-10)" \
  '  launch 1' 'the launch of the same shape'
reason() { part copy.lua --counters="$details:0" "$@" | grep -c "^    $reason"; }
reason='another launch: grid 16,1,1, block 256,1,1'
same "$(reason block=128 grid=32)" 2 'another shape'
reason='another card: that one is of cc 9.0'
same "$(reason --arch=8.0)" 3 'another card'
same "$(part cas_max.lua --counters="$lanes" | sed -n 2p)" \
  '  the first of 3 alike; --counters=FILE:NUMBER chooses another' 'launches alike'
part stride --counters="$lanes" | grep -q '^    branch4(const int \*, int \*)$' ||
  fail 'no word of the kernels that the file has'
same "$(part -e 'g[tid]' --counters="$lanes" | head -n 1)" \
  '  no kernel of its 30 launches is called as this one; they are of' 'no kernel of that name'

# Of a program it is the launch that is shown.
cat >both.cu <<'CUDA'
__global__ void copy(const float *from, float *to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[2 * i];
}
__global__ void other(float *to) { to[threadIdx.x] = 1; }
int main() {
  float *from, *to;
  cudaMalloc(&from, 8192 * sizeof *from);
  cudaMalloc(&to, 4096 * sizeof *to);
  other<<<1, 32>>>(to);
  copy<<<16, 256>>>(from, to);
  copy<<<32, 128>>>(from, to);
}
CUDA
if command -v clang++ >/dev/null; then
  launch() { part both.cu --counters="$details" "$@" | sed -n '1s/^  \([a-z]* [0-9a-z]*\).*/\1/p'; }
  same "$(launch)" 'no kernel' 'a kernel that the file has not'
  same "$(launch kernel=copy)" 'launch 0' 'the first of a kernel'
  same "$(launch kernel=copy launch=2)" 'launch 1' 'the second of a kernel'
fi

"$warplens" report cas_add.lua k=1 --counters="$lanes:0" --json >json || fail JSON
same "$(jq -c '.counters | [.launch, .launches, .kernel, .cc, .block, .alike]' json)" \
  '["0",30,"cas_global(int *, int)","9.0",[32,1,1],1]' 'the launch in JSON'
atomics=l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum
same "$(jq -c '.counters.figures[] | select(.what == "global atomic sectors")' json)" \
  "{\"counted\":528,\"counter\":\"$atomics\",\"here\":528,\"what\":\"global atomic sectors\"}" \
  'a figure in JSON'
same "$("$warplens" report cas_add.lua --json | jq 'has("counters")')" false 'JSON without counters'

# On the screen it is the end of the text, unless figures are hidden; and for the ear.
picture copy.lua --counters="$details" --view text --size 80x40
sees '^   global store sectors: 520 counted, 512 here (+8, 1.56%)'
picture copy.lua --counters="$details" --view text --size 80x40 --mask
! grep -q 'counted' text || fail "hidden, and told: $(cat text)"
echo 'view text' | "$warplens" copy.lua --plain --counters="$details" >text
sees '[Gg]lobal load sectors: 1,024 counted, 1,024 here'
same "$("$warplens" show copy.lua --counters="$details" --print-state)" \
  "warplens copy.lua --counters=$details" 'the line of a picture'

refused() { # STATUS PATTERN ARGUMENTS…
  want=$1 pattern=$2 got=0
  shift 2
  "$warplens" "$@" >out 2>err || got=$?
  [ $got = "$want" ] && grep -q -e "$pattern" err || fail "$*: $got, $(cat err)"
}
refused 5 'No such file' report copy.lua --counters=none.csv
refused 5 'copy.lua: it has no table of ncu --csv' report copy.lua --counters=copy.lua
refused 5 'it has 0 to 29' report copy.lua --counters="$lanes:30"
refused 5 'it has no table' show copy.lua --counters=copy.lua
cp "$details" own.csv
refused 6 'will not write over' report copy.lua --counters=own.csv -o own.csv
refused 6 'will not write over' report copy.lua --counters=own.csv:0 -o own.csv
refused 2 'does not belong' diff copy.lua --counters=own.csv -- block=32
exit $bad
