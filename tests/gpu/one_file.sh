#!/bin/bash
# one_file.sh COMMAND "FILE SETTINGS...": runs the test cases of one source file in a process of its own, behind
# COMMAND (a tool with its options, or nothing), within a limit of seconds; gpu_check.sh calls it. A file that
# fails runs again with CUDA_LAUNCH_BLOCKING=1, so that the error is at its launch, and once more in memcheck.
# In: bin, RESULTS, stage, FILE_SECONDS, end (the time, in seconds, at which the stage must have ended).
# Writes RESULTS/logs/STAGE/NAME.log (NAME.again.log, NAME.memcheck.log) and the row of the table, NAME.row.
set -u
ulimit -c 0
read -r -a tool <<< "$1"
read -r file settings <<< "$2"
name=${file#*tests/} name=${name%.*}
name=${name//\//_}${settings:+ $settings}
log=$RESULTS/logs/$stage/${name// /_}
begin=$(date +%s)

row() { (IFS=$'\t' && printf '%s\n' "$stage" "$*") | paste -s -d '\t' > "$log.row"; }

# limit MOST: sets `limit` to the seconds that may be used, MOST of them or fewer; false when none are left.
limit() {
  limit=$((end - $(date +%s)))
  [ "$limit" -lt "$1" ] || limit=$1
  [ "$limit" -ge 2 ]
}
# run LOG SETTINGS [TOOL...]: the cases of the file. The signal of the limit lets doctest say which case ran.
run() {
  local to=$1 with=$2
  shift 2
  # shellcheck disable=SC2086
  timeout -s ABRT -k 5 "$limit" env $settings $with "$@" "$bin/tests" --no-intro=true --source-file="*$file" \
    > "$to" 2>&1 < /dev/null
}
# found LOG: the first thing that a tool of compute-sanitizer says.
found() { grep -m 1 -E '^=+ *(Invalid|Misaligned|Program hit|Error|Race|Potential|Uninitialized|Barrier|Divergent)' "$1" | sed 's/^=* *//'; }
cases_of() { sed -n "s/.*test cases: .*[ |]\([0-9][0-9]*\) $2.*/\1/p" "$1" | tail -n 1; }
case_of() { grep 'TEST CASE:' "$1" | tail -n 1 | sed 's/TEST CASE: *//'; }

if ! limit "$FILE_SECONDS"; then
  row unrun "$name" 0 0 'no time was left'
  exit
fi
run "$log.log" '' ${tool[@]+"${tool[@]}"}
status=$?
passed=$(cases_of "$log.log" passed) failed=$(cases_of "$log.log" failed)
seconds=$(($(date +%s) - begin))
fault='illegal memory access|misaligned address|illegal instruction|unspecified launch failure|device-side assert'
if [ $status = 124 ] || [ $status = 137 ]; then
  verdict=hang note="no end in $limit s: $(case_of "$log.log")"
elif [ $status -gt 128 ] || grep -q -E "$fault" "$log.log"; then
  verdict=crash note="$(case_of "$log.log"): $(grep -m 1 -o -E "emulator: .*|$fault|SIG[A-Z]*" "$log.log")"
elif [ $status = 9 ] && [ ${#tool[@]} -gt 0 ]; then
  verdict=wrong note=$(found "$log.log")
elif [ $status != 0 ] || [ "${failed:-0}" != 0 ]; then
  verdict=wrong note="${failed:-?} of $((${passed:-0} + ${failed:-0})) cases: $(case_of "$log.log"): $(grep -A 1 -m 1 'ERROR:' "$log.log" | tr -s ' \n' ' ')"
elif [ "${passed:-0}" = 0 ]; then
  verdict=wrong note='no case ran'
else
  verdict=right note=
fi
if [ $verdict != right ] && [ ${#tool[@]} = 0 ]; then
  limit $((FILE_SECONDS < 60 ? FILE_SECONDS : 60)) && run "$log.again.log" CUDA_LAUNCH_BLOCKING=1
  if command -v compute-sanitizer > /dev/null && limit $((FILE_SECONDS < 60 ? FILE_SECONDS : 60)); then
    run "$log.memcheck.log" HOLO_CUDA_POOL=0 compute-sanitizer --tool memcheck --report-api-errors no --error-exitcode 9
    more=$(found "$log.memcheck.log") note="$note${more:+; memcheck: $more}"
  fi
fi
row $verdict "$name" "${passed:-0}" $seconds "${note:0:240}"
