#!/bin/sh
# Attacks on grades and on who judges: each file of forged/ was once let through, or ended in a
# bug. usage: forged.sh WARPLENS SOURCE
. "$(dirname "$0")/../out/lib.sh"
forged=$source/tests/trust/forged

# STATUS WORDS ARGUMENTS...: how it ends now.
ends() {
  status=$1 words=$2 got=0
  shift 2
  timeout 120 "$warplens" "$@" </dev/null >out 2>&1 || got=$?
  [ "$got" = "$status" ] && grep -qe "$words" out ||
    fail "$*: exit status $got, not $status, or no '$words': $(cat out)"
}

# Functions of Lua on what is no table, and functions of the language where Lua calls them.
arrays='a = global("a", int, 64) m = global("m", float, 8, 8) v = global("v", float4, 8)
s = struct("s", {"x", float}, {"n", int, 4}) p = global("p", s, 8) w = texture("w", float, 32)
sh = shared("sh", int, 64) c = constant("c", int, 64) l = localmem("l", int, 4)'
refused() { # STATEMENT WORDS: in a kernel, in a function that it calls, and outside of them
  printf '%s\nfunction kernel() %s end\n' "$arrays" "$1" >kernel.lua
  ends 3 "^warplens: kernel.lua:4: $2" report kernel.lua
  printf '%s\nlocal function f() %s end\nfunction kernel() f() end\n' "$arrays" "$1" >kernel.lua
  ends 3 "^warplens: kernel.lua:4: $2" report kernel.lua
  [ "${3-}" ] || printf '%s\n%s\n\nfunction kernel() end\n' "$arrays" "$1" >kernel.lua
  [ "${3-}" ] || ends 3 "^warplens: kernel.lua:4: $2" report kernel.lua
}
for handle in a 'm[1]' m v 'p[1].n' w sh c l float 's' 'as(int, m)'; do
  for call in "for i, x in ipairs($handle) do end" "table.concat($handle)" \
    "table.unpack($handle)" "table.unpack($handle, 0, 1)" "table.sort($handle)" \
    "table.remove($handle, 1)" "table.insert($handle, 1)"; do
    refused "$call" "[a-z.]*() needs a table, and this is a"
  done
  refused "for k, x in pairs($handle) do end" 'pairs() needs a table, not an array'
  refused "string.format('%d', $handle)" \
    "bad argument #2 to 'format' (number expected, got array or type)"
  refused "math.floor($handle)" "bad argument #1 to 'floor' (number expected, got array or type)"
  refused "local t = {$handle, $handle} table.sort(t)" 'attempt to compare two userdata values'
  refused "table.concat({$handle})" 'invalid value ('
done
printf '%s\nfunction kernel()\nfor i, x in ipairs(a) do end end\n' "$arrays" >kernel.lua
ends 3 'write  for i = 0, #a - 1 do local v = a\[i\] … end' report kernel.lua
for name in __activemask __syncwarp __syncthreads __threadfence __threadfence_block \
  __pipeline_commit laneid atomicAdd mark __ldg tex2D; do
  refused "table.sort({3, 2, 1}, $name)" "$name() is called by sort(), not by the kernel" kernel
done
# An array that a function of the script sorts by is one that the kernel reads.
printf '%s\nfunction kernel()\n  local t = {3, 2, 1}
  table.sort(t, function(x, y) return a[x] * 4 + x < a[y] * 4 + y end)
  a[t[1]] = 1 end\n' "$arrays" >kernel.lua
ends 0 'global load' report kernel.lua
for name in __activemask __syncwarp __syncthreads __threadfence __threadfence_block \
  __pipeline_commit ipairs pairs math.random table.sort 'pairs({})'; do
  printf 'kernel = %s\n' "$name" >kernel.lua
  ends 3 '^warplens: kernel.lua:1: kernel is a function of the language' report kernel.lua
done
sed 's/.*= __/kernel = __/' "$forged/06_kernel_is_api_function_70.lua" >kernel.lua
ends 3 'kernel is a function of the language' report kernel.lua
ends 3 '03_library_on_handles_70.lua:4: table.concat() needs a table' \
  report "$forged/03_library_on_handles_70.lua"

# A struct by the name of a type, which a rubric asks for.
for type in float int4 uchar double ulonglong2 half2; do
  printf 's = struct("%s", {"x", float})\nfunction kernel() end\n' "$type" >kernel.lua
  ends 3 "kernel.lua:1: struct(): \"$type\" is a type of the language" report kernel.lua
done
deep=a/path/that/takes/more/cells/than/a/row/of/a/page/has/for/it/beside/its/margin/of/eleven
for place in . $deep; do
  mkdir -p $place
  cp "$forged/07_struct_named_float.lua" "$forged/07_struct_named_float.rubric.lua" $place
  ends 1 '"float"' check $place/07_struct_named_float.lua --rubric \
    $place/07_struct_named_float.rubric.lua
done

# One lane at a time wastes nothing, and takes 32 times the requests and wavefronts.
ends 1 'shared wavefronts is 16896, expected at most 1024' \
  check "$forged/04_one_lane_at_a_time.lua" --rubric exercise_transpose
sed 's/ROWS do tile\(.*\) end$/ROWS do for i = 0, 31 do if threadIdx.x == i then tile\1 end end end/
' "$forged/04_one_lane_at_a_time.lua" >loads.lua
ends 1 'global load requests is 4096, expected at most 128' check loads.lua \
  --rubric exercise_transpose

# Whoever is judged does not choose between "not met" and "cannot be judged".
for jobs in 1 2; do
  ends 1 'hazards cannot be counted' check "$forged/13_cannot_be_judged.lua" --rubric \
    "$forged/13_cannot_be_judged.rubric.lua" --jobs $jobs
done
judged() { # STATUS WORDS SCRIPT CHECK
  printf '%s\nfunction kernel() end\n' "$3" >judged.lua
  printf 'case("x", {}, function(r) %s end)\n' "$4" >judged.rubric.lua
  ends "$1" "$2" check judged.lua --rubric judged.rubric.lua --timeout 5
}
flat='global("out", float, 64)'
judged 1 'attempt to index a number value' "$flat" 'equal(r.arrays.out[1][2], 0)'
judged 1 'attempt to index a number value' "$flat" 'equal(r.arrays.out[1].x, 0)'
judged 1 'attempt to perform arithmetic on a table value' 'global("out", float4, 64)' \
  'equal(r.arrays.out[1] + 1, 1)'
judged 1 'is in shared memory' 'shared("out", float, 64)' 'equal(r.arrays.out[1], 0)'
judged 1 'no parameter "n"' "$flat" 'equal(r.params.n, 1)'
judged 1 'no array "input"' "$flat" 'equal(r.arrays.input[0], 1)'
judged 1 'MiB of memory\|more than' 'global("out", char, 2^29)' \
  'local t = {} for i = 1, #r.arrays.out do t[i] = i end return true'
judged 1 'still running' 'global("out", char, 2^29)' \
  'for i = 0, #r.arrays.out - 1 do equal(r.arrays.out[i], 0) end'
judged 3 'unknown name "ensur"' "$flat" 'equal(r.arrays.out[1], 0) ensur(true)'
judged 3 'r has no "gobal"' "$flat" 'equal(r.arrays.out[1], 0) equal(r.gobal, 1)'
judged 3 'attempt to perform arithmetic on a nil value' "$flat" 'local n equal(n + 1, 1)'

# What --memory grants is for arrays, too, and the same with any number of processes.
for jobs in 1 2 3; do
  ends 4 'grants arrays in global memory 67108864 bytes' report "$forged/11_memory_beyond.lua" \
    --memory 16 --jobs $jobs --array 'a[0]'
  ends 4 'grants arrays in global memory 67108864 bytes' report "$forged/12_parent_memory.lua" \
    --memory 16 --jobs $jobs
done
ends 0 'a\[0\] 1' report "$forged/11_memory_beyond.lua" --array 'a[0]'
ends 0 'g\[tid\]' report -e 'g[tid]' --memory 1
exit $bad
