#!/bin/bash
# summary.sh RESULTS: the table of all rows that gpu_check.sh has left there, as RESULTS/summary.txt, and at most ten
# lines, which it prints too: what was right, what was wrong, what was slow. Exit code 1 when something was wrong.
results=$1
for stage in build cuda twins suite training memcheck racecheck initcheck synccheck bench ncu; do
  cat "$results/logs/$stage"/*.row 2> /dev/null
done > "$results/rows.tsv"
awk -F '\t' -v title="$(cat "$results/title.txt")" -v logs="$results/logs" '
  # Rows of a bench: "name": "...", "ratio": 0.5, a kernel beside its peer.
  FILENAME ~ /json$/ {
    ++bench_rows
    match($0, /"ratio": [0-9.e+-]*/)
    ratio = substr($0, RSTART + 9, RLENGTH - 9) + 0
    if (ratio <= 0 || ratio >= 0.8) next
    name = $0; sub(/.*"name": "/, "", name); sub(/".*/, "", name)
    peer = $0; sub(/.*"peer": "/, "", peer); sub(/".*/, "", peer)
    slow[++slows] = sprintf("%s: %.2f of %s", name, ratio, peer); of[slows] = ratio
    next
  }
  {
    if (!($1 in seen)) { seen[$1] = 1; stages[++stage_count] = $1 }
    ++count[$1, $2]; seconds[$1] += $5; ++rows[$1]
    if ($2 == "right") { ++right; cases += $4 }
    else if ($2 == "skipped") { ++skipped; skips = skips (skips ? "; " : "") $1 ": " $6 }
    else if ($2 == "unrun") { ++unrun; if (unrun <= 5) unruns = unruns (unruns ? ", " : "") $1 " " $3 }
    else wrong[++wrongs] = $1 " " $3 ": " $2 ": " $6
  }
  END {
    print "| stage | right | wrong | crash | hang | skipped | no time left | seconds of processes |\n|---|---|---|---|---|---|---|---|"
    for (s = 1; s <= stage_count; ++s) {
      name = stages[s]
      printf "| %s | %d | %d | %d | %d | %d | %d | %d |\n", name, count[name, "right"], count[name, "wrong"], count[name, "crash"],
        count[name, "hang"], count[name, "skipped"], count[name, "unrun"], seconds[name]
    }
    for (i = 1; i <= wrongs; ++i) print (i == 1 ? "\n" : "") wrong[i]
    print "\n----"
    print title
    printf "right: %d of %d, %d test cases\n", right, right + wrongs + unrun, cases
    if (wrongs == 0) print "wrong: none"
    for (i = 1; i <= wrongs && i <= (wrongs > 4 ? 3 : 4); ++i) print "wrong: " substr(wrong[i], 1, 160)
    if (wrongs > 4) printf "wrong: and %d more, in summary.txt\n", wrongs - 3
    if (unrun) printf "no time left: %d: %s%s\n", unrun, unruns, (unrun > 5 ? " ..." : "")
    if (skipped) print "skipped: " skips
    for (i = 1; i <= 3; ++i) {  # the three that are farthest behind
      least = 0
      for (k = 1; k <= slows; ++k) if (of[k] < 2 && (!least || of[k] < of[least])) least = k
      if (least) { slowest = slowest (slowest ? "; " : "") slow[least]; of[least] = 2 }
    }
    print "slow: " (slowest ? slowest : bench_rows ? "no row below 0.8 of its peer" : "not timed")
    print "logs: " logs
    printf "%d passed, %d failed%s\n", right, wrongs + unrun, (skipped ? ", " skipped " skipped" : "")
    exit right == 0 || wrongs + unrun > 0
  }' "$results/rows.tsv" $([ ! -e "$results/bench.json" ] || echo "$results/bench.json") > "$results/summary.txt"
status=$?
sed '1,/^----$/d' "$results/summary.txt"
exit $status
