# join: puts the counters of a profiler run beside the cases that it ran.
#
#   awk -v columns="requests=METRIC sum=METRIC+METRIC ..." -f join.awk NCU.csv CASES.csv
#
# NCU.csv is what `ncu --csv --page raw` writes, a row per launch in the order of
# the cases. The first case has no active lane: its counts are what a launch makes
# by itself, and are taken off the others. A metric that the chip lacks leaves its
# column empty.

function fail(what) {
  print "join: " what > "/dev/stderr"
  failed = 1
  exit 1
}

BEGIN {
  FS = "\",\""
  count = split("requests sectors lines tag_wavefronts data_wavefronts l2_requests " \
                "l2_sectors shared_wavefronts constant_passes", figure, " ")
  split(columns, pair, " ")
  for (i in pair) {
    split(pair[i], part, "=")
    wanted[part[1]] = part[2]
  }
  launches = cases = 0
}

# The value of a figure in the current launch: the sum of its metrics, or "".
function value(name,    metric, n, i, sum, text) {
  n = split(wanted[name], metric, "+")
  if (n == 0) return ""
  for (i = 1; i <= n; i++) {
    if (!(metric[i] in place)) return ""
    text = $(place[metric[i]])
    gsub(/,/, "", text)
    if (text !~ /^[0-9]+(\.0*)?$/) return ""
    sum += text
  }
  return sum
}

FILENAME == ARGV[1] && /^"/ {
  sub(/^"/, "", $0)
  sub(/"\r?$/, "", $0)
  if (!header) {
    for (i = 1; i <= NF; i++) place[$i] = i
    header = 1
  } else if ($1 ~ /^[0-9]+$/) { # else the row of units
    for (i = 1; i <= count; i++) counted[launches, i] = value(figure[i])
    launches++
  }
}

FILENAME == ARGV[2] && FNR > 1 {
  if (cases >= launches) fail("the profiler saw only " launches " launches")
  n = split($0, field, ",")
  if (n != 9) fail("the cases have " n " columns, not 9")
  line = ""
  for (i = 1; i <= 7; i++) line = line field[i] ","
  for (i = 1; i <= count; i++) {
    v = counted[cases, i]
    line = line (v == "" ? "" : v - counted[0, i]) ","
  }
  if (cases > 0) print line field[8]
  cases++
}

END {
  if (!failed && cases != launches) fail("the profiler saw " launches " launches of " cases)
}
