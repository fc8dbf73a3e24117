#!/bin/sh
# `check --format json` says the same with any number of processes: of each lesson, or the first
# COUNT of them, and of a rubric. usage: jobs.sh WARPLENS SOURCE [COUNT]
. "$(dirname "$0")/lib.sh"
count=${3:-1000}

alike() { # ARGUMENTS of check...
  for jobs in 1 2 3 8; do
    got=0
    "$warplens" check "$@" --format json --timeout 600 --jobs $jobs >$jobs 2>err || got=$?
    echo "$got" >>$jobs
    cmp -s 1 $jobs || fail "check $*: --jobs $jobs: $(diff 1 $jobs | head -n 20)"
  done
}
for script in $(cd "$source/patterns" && ls ./*.lua | head -n "$count"); do
  alike "$source/patterns/$script"
done
alike exercise_transpose --rubric exercise_transpose
for attack in "$source"/tests/trust/forged/*.rubric.lua; do
  alike "${attack%.rubric.lua}.lua" --rubric "$attack"
done
exit $bad
