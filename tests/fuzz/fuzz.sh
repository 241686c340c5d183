#!/bin/bash
# fuzz.sh PROGRAM SECONDS TARGETS...: runs libFuzzer on each target for that long, from the committed
# corpus and from what earlier runs found in build/fuzz/TARGET/corpus. `make fuzz` calls it, in the
# root of the repository. An input that breaks a promise stays in build/fuzz/TARGET, and is status 1.
set -u
program=$1 seconds=$2
shift 2
# Freed memory is kept for a while to catch its use: 16 MB of it do here.
export ASAN_OPTIONS="quarantine_size_mb=16:detect_leaks=1:${ASAN_OPTIONS:-}"
status=0
for target in "$@"; do
  folder=build/fuzz/$target
  mkdir -p "$folder/corpus" "$folder/seeds"
  number=0
  while IFS= read -r line; do
    printf %b "$line" > "$folder/seeds/$((++number))"
  done < <(sed -n "s/^$target //p" tests/data/fuzz.txt)
  # The seconds of an input are those of the clock: a busy machine is no endless loop.
  flags=(-max_total_time="$seconds" -max_len=65536 -rss_limit_mb=256 -timeout=5
    -print_final_stats=1 -artifact_prefix="$folder/")
  if HOLO_FUZZ=$target "$program" "${flags[@]}" "$folder/corpus" "$folder/seeds" \
    > "$folder/log" 2>&1 < /dev/null; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/log")
    speed=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$folder/log")
    memory=$(sed -n 's/^stat::peak_rss_mb: *//p' "$folder/log")
    reached=$(sed -n 's/.* cov: \([0-9]*\) ft: \([0-9]*\) corp: \([0-9]*\).*/\1 edges, \2 features, \3 inputs/p' \
      "$folder/log" | tail -n 1)
    echo "$target: $runs runs, $speed a second; $reached; $memory MB"
  else
    status=1
    grep -v -E '^#[0-9]+|NEW_FUNC' "$folder/log" | tail -n 40
    echo "$target: FAILED; the whole report is in $folder/log, the input beside it"
    echo "Try: HOLO_FUZZ=$target $program $folder/crash-... (or timeout-, oom-, leak-)"
  fi
done
exit $status
