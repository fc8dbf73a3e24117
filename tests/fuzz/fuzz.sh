#!/bin/sh
# Fuzzes one target after the other, each as many seconds as asked for, and says how long
# and how often each ran. What is found stays in FOLDER/found/TARGET, the corpus that grows in
# FOLDER/corpus/TARGET.
#
#   CC=clang meson setup buildfuzz -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false
#   ninja -C buildfuzz fuzzers && tests/fuzz/fuzz.sh buildfuzz FOLDER SECONDS [TARGET…]
#
# With CC=afl-clang-fast in the first line, the same for AFL++.
set -eu
build=$(realpath "$1") folder=$2 seconds=$3
source=$(realpath "$(dirname "$0")")
shift 3
[ $# -gt 0 ] || set -- $(cd "$source/corpus" && ls)

with_libfuzzer() {
  options='-timeout=25 -rss_limit_mb=2500 -max_len=8192'
  case $target in
  run) options="$options -max_len=2048" ;;
  terminal) options="$options -max_len=6000 -detect_leaks=0" ;; # curses keeps what it reads
  esac
  [ ! -f "$source/dictionaries/$target" ] || options="$options -dict=$source/dictionaries/$target"
  seeds="$source/corpus/$target"
  [ ! -d "$source/regressions/$target" ] || seeds="$seeds $source/regressions/$target"
  status=0
  "$program" $options -max_total_time="$seconds" -print_final_stats=1 \
    -artifact_prefix="$folder/found/$target/" "$folder/corpus/$target" $seeds \
    </dev/null 2>"$folder/log" || status=$?
  echo "$target: status $status," \
    $(sed -n 's/^Done \(.*\)/\1/p; s/^stat::new_units_added: */new /p' "$folder/log")
}

# The seeds and what grew of them before are one folder for it.
with_afl() {
  seeds=$folder/seeds/$target
  mkdir -p "$seeds"
  find "$folder/corpus/$target" "$source/corpus/$target" "$source/regressions/$target" -type f \
    -exec cp {} "$seeds" \; 2>/dev/null || :
  options='-t 25000+ -m none -G 8192'
  [ ! -f "$source/dictionaries/$target" ] || options="$options -x $source/dictionaries/$target"
  status=0
  AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 \
  ASAN_OPTIONS=abort_on_error=1:symbolize=0:detect_leaks=0 \
  UBSAN_OPTIONS=halt_on_error=1:abort_on_error=1:symbolize=0 \
    afl-fuzz -V "$seconds" $options -i "$seeds" -o "$folder/afl/$target" -- "$program" \
    </dev/null >"$folder/log" 2>&1 || status=$?
  one=$folder/afl/$target/default
  cp "$one"/queue/id:* "$folder/corpus/$target"
  find "$one/crashes" "$one/hangs" -name 'id:*' -exec cp {} "$folder/found/$target" \;
  echo "$target: status $status, found $(ls "$folder/found/$target" | wc -l)," \
    $(sed -n 's/^\(run_time\|execs_done\|corpus_found\) *: /\1 /p' "$one/fuzzer_stats")
}

for target; do
  mkdir -p "$folder/corpus/$target" "$folder/found/$target" "$folder/afl"
  program=$build/tests/fuzz/fuzz_$target
  if grep -q '##SIG_AFL' "$program"; then with_afl; else with_libfuzzer; fi
done
