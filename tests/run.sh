#!/bin/bash
# run.sh: runs the doctest program and every shell test, and counts. `make test` calls it. In:
# HOLO_BUILD (the build folder), HOLO_ROOT (the repository), CXX; HOLO_COMPILE and HOLO_LIBS are the
# command that compiles and the words that link a program against this build. Arguments: names of
# the shell tests to run (all by default). Last line: "N passed, N failed", then ", N skipped" when
# some were. Exit code 1 when one failed or none ran.
set -u
: "${HOLO_BUILD:?is not set; try: make test}" "${HOLO_ROOT:?is not set; try: make test}"
export HOLO_BUILD HOLO_ROOT CXX HOLO_COMPILE HOLO_LIBS HOLO_SETTINGS
# A test that calls make starts from its own settings, not from those of the make that runs it.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL

scratch=$(mktemp -d "${TMPDIR:-/tmp}/holo-tests.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0 skipped=0
jobs=$(nproc 2> /dev/null || sysctl -n hw.ncpu 2> /dev/null || echo 2)

fail() {
  echo "FAIL $1: $2"
  failed=$((failed + 1))
}

# number LINE WORD: the number that stands before WORD.
number() { printf '%s\n' "$1" | sed -n "s/.*[^0-9]\([0-9][0-9]*\) $2.*/\1/p"; }

# The doctest program counts by test case; it reads tests/data/ from the root.
run_program() {
  local log=$scratch/tests.log status line good bad
  (cd "$HOLO_ROOT" && "$HOLO_BUILD/bin/tests" --no-intro=true) 2>&1 | tee "$log"
  status=${PIPESTATUS[0]}
  line=$(grep '^\[doctest\] test cases:' "$log" | tail -n 1)
  good=$(number "$line" passed)
  bad=$(number "$line" failed)
  if [ -z "$good" ] || [ -z "$bad" ]; then
    fail bin/tests "ended with status $status before its summary"
    return
  fi
  passed=$((passed + good))
  failed=$((failed + bad))
  if [ "$status" != 0 ] && [ "$bad" = 0 ]; then fail bin/tests "ended with status $status"; fi
}

# A shell test prints one line for each check and ends with status 0; anything else is a failure.
# As many run at a time as there are processors; what each says is printed when it ends. No thread
# of theirs may wait by spinning: it would take the processor from another one.
run_scripts() {
  local script name log status lines
  printf '%s\0' "$@" | OMP_WAIT_POLICY=passive xargs -0 -n 1 -P "$jobs" bash -c '
    scratch=$1 script=$2 name=$(basename "$2" .sh)
    mkdir "$scratch/$name" && cd "$scratch/$name" || exit 0
    SECONDS=0
    bash "$script" > "$scratch/$name.log" 2>&1 < /dev/null
    echo $? > "$scratch/$name.status"
    echo "---- $name, $SECONDS s" && cat "$scratch/$name.log"' run "$scratch"
  for script in "$@"; do
    name=$(basename "$script" .sh)
    log=$scratch/$name.log
    if ! [ -e "$log" ] || ! [ -e "$scratch/$name.status" ]; then
      fail "$name" 'did not run to its end'
      continue
    fi
    status=$(cat "$scratch/$name.status")
    passed=$((passed + $(grep -c '^PASS ' "$log")))
    failed=$((failed + $(grep -c '^FAIL ' "$log")))
    skipped=$((skipped + $(grep -c '^SKIP ' "$log")))
    lines=$(grep -c -E '^(PASS|FAIL|SKIP) ' "$log")
    if [ "$status" != 0 ]; then
      fail "$name" "ended with status $status"
    elif [ "$lines" = 0 ]; then
      fail "$name" 'checked nothing'
    fi
  done
}

scripts=()
for name in "$@"; do scripts+=("$HOLO_ROOT/tests/${name%.sh}.sh"); done
if [ $# = 0 ]; then
  if [ -e "$HOLO_BUILD/bin/tests" ]; then run_program; fi
  for script in "$HOLO_ROOT"/tests/*_test.sh; do
    [ ! -e "$script" ] || scripts+=("$script")
  done
fi
[ ${#scripts[@]} = 0 ] || run_scripts "${scripts[@]}"

summary="$passed passed, $failed failed"
[ "$skipped" = 0 ] || summary="$summary, $skipped skipped"
if [ $((passed + failed)) = 0 ]; then
  echo 'error: no test ran; expected bin/tests or tests/*_test.sh'
fi
echo "$summary"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
