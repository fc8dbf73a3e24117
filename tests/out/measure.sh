#!/bin/sh
# The probe's measure script, with a profiler and a probe that are made up: does
# every row get the counts of its own launch? usage: measure.sh PROBE_DIR CASES
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$1/measure" "$1/join.awk" "$dir"
cp "$2" "$dir/cases"

fail() {
  echo "measure.sh: $*" >&2
  exit 1
}

cat > "$dir/probe" << 'END'
#!/bin/sh
echo "NVIDIA Test, cc 9.0, CUDA 13.0"
END

# Launch k counts 7 and, for the m-th metric asked for, another 1000 k + m.
cat > "$dir/ncu" << 'END'
#!/bin/sh
case $1 in
--version) echo "Version 1.2.3 (build 4)"; exit ;;
--query-metrics) printf '%s\n' l1tex__t_requests_pipe_lsu_mem_lg \
  l1tex__t_sectors_pipe_lsu_mem_lg l1tex__data_pipe_lsu_wavefronts_mem_lgds \
  l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld l1tex__data_pipe_lsu_wavefronts_mem_shared \
  l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st \
  l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom idc__requests; exit ;;
esac
while [ "$1" != --metrics ]; do shift; done
echo "==PROF== Connected to process 1"
awk -v metrics="$2" '
function row(a,   i, s) { s = "\"" a "\",\"run<1, 2>(Lanes, char *)\""
  for (i = 1; i <= n; i++) s = s ",\"" v[i] "\""; print s "\r" }
BEGIN { n = split(metrics, v, ","); row("ID"); for (i = 1; i <= n; i++) v[i] = "unit"; row("") }
FNR > 1 { for (i = 1; i <= n; i++) { v[i] = 1000 * (FNR - 2) + (FNR > 2 ? i : 0) + 7
            if (v[i] >= 1000) v[i] = int(v[i] / 1000) "," sprintf("%03d", v[i] % 1000) }
          row(FNR - 2) }' "$4"
END
chmod +x "$dir/probe" "$dir/ncu"

NCU=$dir/ncu "$dir/measure" -n 300 -s 5 > "$dir/results.csv" 2> "$dir/log" ||
  fail "$(cat "$dir/log")"
head -1 "$dir/results.csv" |
  grep -q '^# NVIDIA Test, cc 9.0, CUDA 13.0, ncu 1.2.3, seed 5, ....-..-..$' ||
  fail "comment: $(head -1 "$dir/results.csv")"
[ "$(wc -l < "$dir/results.csv")" -eq 302 ] || fail "rows: $(wc -l < "$dir/results.csv")"

# Metrics are asked for by name, in the order of their names; lines, tag
# wavefronts and L2 are unknown to this profiler.
awk -F , '
NR == 2 { for (i = 1; i <= NF; i++) at[$i] = i; next }
NR < 2 { next }
{ group = $3 == "constant" ? "constant" : $3 == "shared" ? "shared" : $4 ~ /^cp/ ? "async" : \
    $4 == "load.again" ? "again" : "global"
  k = 1000 * ++count[group]
  if (group == "constant") want = ",,,,,,,," k + 1
  else if (group == "shared") want = ",,,,,,," 3 * k + 6 ","
  else want = k + 2 "," k + 3 ",,," k + 1 ",,,"
  if (group == "global" || group == "again") want = want ","
  if (group == "async") want = k + 3 "," k + 4 ",,," k + 1 ",,," k + 2 ","
  got = $at["requests"]
  for (i = at["requests"] + 1; i <= at["constant_passes"]; i++) got = got "," $i
  if (got != want) { print NR ": " group ": " got " is not " want; bad = 1 }
  if ($at["id"] <= last) { print NR ": out of order"; bad = 1 }
  last = $at["id"] }
END { exit bad }' "$dir/results.csv" >&2 || fail "rows got wrong counts"

# A launch that the profiler missed must not shift the others.
sed -i '/awk -v/i sed -i \\$d "$4"' "$dir/ncu"
sed -i 's/"$4"$/"$4.less"/; s/^sed -i.*/sed \\$d "$4" > "$4.less"/' "$dir/ncu"
if NCU=$dir/ncu "$dir/measure" -n 30 > "$dir/results.csv" 2> "$dir/log"; then
  fail "a missing launch went unseen"
fi
grep -q 'join: the profiler saw' "$dir/log" || fail "log: $(cat "$dir/log")"
