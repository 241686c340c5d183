#!/bin/bash
# races.sh FOLDER ARCHER: runs the threaded tests, FOLDER/races, under ThreadSanitizer with 4 threads.
# ARCHER is the library that tells it what OpenMP synchronises. `make races` calls it. A seeded race
# must be found first, and a loop without one must not. Last line: "N passed, N failed".
set -u
folder=$1 archer=$2
export OMP_NUM_THREADS=4 OMP_TOOL_LIBRARIES=$archer OMP_WAIT_POLICY=passive
# The OpenMP library itself is not instrumented; a report is status 66.
export TSAN_OPTIONS="ignore_noninstrumented_modules=1 halt_on_error=0 exitcode=66 ${TSAN_OPTIONS:-}"
passed=0 failed=0

# check NAME COMMAND...
check() {
  local name=$1
  shift
  if "$@"; then
    echo "PASS races: $name"
    passed=$((passed + 1))
  else
    echo "FAIL races: $name"
    failed=$((failed + 1))
  fi
}

finds_seeded_race() {
  local report status
  report=$("$folder/seeded_race" race 2>&1)
  status=$?
  [ "$status" = 66 ] && [[ $report == *'data race'*seeded_race.cpp* ]] && return
  printf 'status %s: %s\n' "$status" "$report"
  return 1
}

# In pieces of three cases, so that all cores have work; what one says is printed when it fails.
find_none() {
  local cases
  cases=$("$folder/races" --count | sed -n 's/.*filters: //p')
  [ "${cases:-0}" -gt 0 ] || return 1
  echo "races: $cases cases, 4 threads"
  seq 1 3 "$cases" | xargs -n 1 -P "$(nproc 2> /dev/null || sysctl -n hw.ncpu || echo 2)" sh -c '
    said=$("$0" --no-intro=true --first="$1" --last=$(($1 + 2)) 2>&1) && exit
    printf "%s\n" "$said"
    exit 1' "$folder/races"
}

check 'a seeded race is found' finds_seeded_race
check 'a loop without one is not reported' "$folder/seeded_race" none
check 'the threaded tests have none' find_none
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
