#!/bin/sh
# Fuzzes one target after the other, each as many seconds as asked for, and says how long
# and how often each ran. What is found stays in FOLDER/found/TARGET, the corpus that grows in
# FOLDER/corpus/TARGET.
#
#   CC=clang meson setup buildfuzz -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false
#   ninja -C buildfuzz && tests/fuzz/fuzz.sh buildfuzz FOLDER SECONDS [TARGET…]
#
# With CC=afl-clang-fast in the first line the same programs are for afl-fuzz:
#   afl-fuzz -i tests/fuzz/corpus/TARGET -o FOLDER -- buildfuzz/tests/fuzz/fuzz_TARGET
set -eu
build=$(realpath "$1") folder=$2 seconds=$3
source=$(realpath "$(dirname "$0")")
shift 3
[ $# -gt 0 ] || set -- $(cd "$source/corpus" && ls)
for target; do
  mkdir -p "$folder/corpus/$target" "$folder/found/$target"
  options='-timeout=25 -rss_limit_mb=2500 -max_len=8192'
  case $target in
  run) options="$options -max_len=2048" ;;
  terminal) options="$options -max_len=6000 -detect_leaks=0" ;; # curses keeps what it reads
  esac
  [ ! -f "$source/dictionaries/$target" ] || options="$options -dict=$source/dictionaries/$target"
  seeds="$source/corpus/$target"
  [ ! -d "$source/regressions/$target" ] || seeds="$seeds $source/regressions/$target"
  status=0
  "$build/tests/fuzz/fuzz_$target" $options -max_total_time="$seconds" -print_final_stats=1 \
    -artifact_prefix="$folder/found/$target/" "$folder/corpus/$target" $seeds \
    </dev/null 2>"$folder/log" || status=$?
  echo "$target: status $status," \
    $(sed -n 's/^Done \(.*\)/\1/p; s/^stat::new_units_added: */new /p' "$folder/log")
done
