#!/bin/bash
# run.sh: runs the doctest programs and the shell tests, and counts. `make test`, `make test-rest`, `make test-all` and
# `make check` call it. In:
#   HOLO_ROOT              the repository
#   HOLO_BUILD             the build folder; HOLO_OBJECTS: that of the objects that all devices share; HOLO_DEBUG_BUILD: the
#                          build of what debuggers start
#   CXX, HOLO_COMPILE, HOLO_LIBS   the compiler, the command that compiles, and the words that link a program against this
#                          build; HOLO_COMPILE_QUICK: without optimisation, with assertions; HOLO_DOCTEST: how a compiler finds doctest
#   HOLO_JUDGE             what judges answers to exercises, compiled; HOLO_PROJECT_OBJECTS: with what a stage of the
#                          project is linked
#   HOLO_PART              `test`, bin/tests and the shell tests that shell_tests.txt has in that part, or `rest`,
#                          bin/more_tests and the other shell tests; all without it
#   HOLO_CASES             sources whose test cases run on the cpu, as patterns with commas between them; no other test does
#                          but the ones that are named
#   HOLO_WITHOUT           names of shell tests to leave out, `plain` for the test cases on that device, and patterns of the
#                          sources whose test cases are left out: words with a *
# Arguments: names of the shell tests to run (all by default). Last line: "N passed, N failed", then ", N skipped" when
# some were. Exit code 1 when one failed or none ran.
set -u
: "${HOLO_BUILD:?is not set; try: make test}" "${HOLO_ROOT:?is not set; try: make test}" "${HOLO_OBJECTS:=$HOLO_BUILD}"
export HOLO_BUILD HOLO_OBJECTS HOLO_ROOT CXX HOLO_COMPILE HOLO_LIBS HOLO_DOCTEST HOLO_SETTINGS
if [ -e "$HOLO_OBJECTS/prelude_quick.h.gch" ]; then
  HOLO_COMPILE_QUICK="${HOLO_COMPILE_QUICK:-} -include $(printf %q "$HOLO_OBJECTS/prelude_quick.h")"
fi
export HOLO_COMPILE_QUICK
# A test that calls make starts from its own settings, not from those of the make that runs it.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL
# What awk, sort and a compiler write is read here: numbers with a point, messages in English.
export LC_ALL=C
part=${HOLO_PART:-all} cases=${HOLO_CASES:-}
unset HOLO_PART HOLO_CASES

if ! scratch=$(mktemp -d "${TMPDIR:-/tmp}/holo-tests.XXXXXX" 2> /dev/null); then
  echo "TMPDIR=${TMPDIR:-/tmp}: cannot be written; expected a folder for what tests write. Try: make TMPDIR=/tmp test" >&2
  exit 1
fi
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0 skipped=0
jobs=$(nproc 2> /dev/null || sysctl -n hw.ncpu 2> /dev/null || echo 2)

fail() {
  echo "FAIL $1: $2"
  failed=$((failed + 1))
}

# number LINE WORD: the number before WORD.
number() { printf '%s\n' "$1" | sed -n "s/.*[^0-9]\([0-9][0-9]*\) $2.*/\1/p"; }

# One more than there are cores run at a time, since some wait for what they have started; what each
# says is printed when it ends. No thread of theirs may wait by spinning: it would take the core from
# another one. A shell test has an empty folder of its own, and the cpu unless it asks for another
# device. A doctest program reads tests/data/ from the root; it runs in pieces, "GROUP FIRST-LAST", so
# that all cores have work.
run_all() {
  printf '%s\0' "$@" | OMP_WAIT_POLICY=passive xargs -0 -n 1 -P $((jobs + 1)) bash -c '
    scratch=$1 test=$2 name=$(basename "$2" .sh) title=$name
    SECONDS=0
    mkdir "$scratch/$name" && cd "$scratch/$name" || exit 0
    case $test in
      *.sh) HOLO_DEVICE=cpu bash "$test" ;;
      *) title="test cases $test" piece=${test#* } group=${test% *} && cd "$HOLO_ROOT"
         only=ONLY_$group left_out=LEFT_OUT_$group program=PROGRAM_$group device=cpu
         [ "$group" != plain ] || device=plain
         HOLO_DEVICE=$device "$HOLO_BUILD/bin/${!program}" --source-file="${!only}" \
           --source-file-exclude="${!left_out}" --no-intro=true --first="${piece%-*}" --last="${piece#*-}" ;;
    esac > "$scratch/$name.log" 2>&1 < /dev/null
    echo $? > "$scratch/$name.status"
    times > "$scratch/$name.times"
    cpu=$(tail -n 1 "$scratch/$name.times")
    [ ! -t 1 ] || printf "\r\033[K"
    echo "---- $title, $SECONDS s (CPU: $cpu)"
    grep -v "^\[doctest\]" "$scratch/$name.log"
    [ ! -t 1 ] || printf "     %s of %s tests have ended" $(ls "$scratch" | grep -c "\.status\$") $(grep -c . "$scratch/plan")' run "$scratch"
}

# What `plain` is not asked: rooms without tensors, damaged files, figures of pages and the book, which show what the
# cpu prints (ROOMS may put these into bin/tests), and what the cpu alone promises or is made of, its memory too.
one_device='*/cuda_*,*tests/base/*,*tests/scalar/*,*tests/text/*,*tests/fuzz/*,*/figures_test.cpp,*tests/backend/*,*_same_bits_test.cpp,*_deep_test.cpp,*training_memory_test.cpp,*tensor_gradcheck_test.cpp'
without=$(printf '%s' "${HOLO_WITHOUT:-}" | tr -s ' \n' '\n\n')
unset HOLO_WITHOUT  # not for the runs that a test starts
patterns=$(printf '%s\n' "$without" | grep -F '*' | paste -s -d , -)
# The groups: the engine on the cpu and on plain; and tools, traces and the book.
export ONLY_cpu=${cases:-*} LEFT_OUT_cpu=$patterns PROGRAM_cpu=tests
export ONLY_plain='*' LEFT_OUT_plain=$one_device${patterns:+,$patterns} PROGRAM_plain=tests
export ONLY_tools=${cases:-*} LEFT_OUT_tools=$patterns PROGRAM_tools=more_tests
case $part in test) groups='cpu plain' ;; rest) groups='tools' ;; *) groups='cpu plain tools' ;; esac
[ -z "$cases" ] || groups='cpu tools'

# A doctest program counts by test case: as passed also those outside of its piece, and after a
# crash none of those that did not run.
count_piece() {
  local log=$1 status=$2 name="test cases $3" piece=${3#* } line bad last
  line=$(grep '^\[doctest\] test cases:' "$log" | tail -n 1)
  bad=$(number "$line" failed)
  last=$(printf '%s\n' "$line" | sed 's/[^:]*: *\([0-9]*\).*/\1/')
  if [ -z "$bad" ]; then
    fail "$name" "ended with status $status before its summary"
    return
  fi
  if [ "$last" -gt "${piece#*-}" ]; then last=${piece#*-}; fi
  passed=$((passed + last - ${piece%-*} + 1 - bad))
  failed=$((failed + bad))
  if [ "$status" != 0 ] && [ "$bad" = 0 ]; then fail "$name" "ended with status $status"; fi
}

# A shell test prints one line for each check and ends with status 0; anything else is a failure.
count_script() {
  local log=$1 status=$2 name=$3 lines
  passed=$((passed + $(grep -c '^PASS ' "$log")))
  failed=$((failed + $(grep -c '^FAIL ' "$log")))
  skipped=$((skipped + $(grep -c '^SKIP ' "$log")))
  lines=$(grep -c -E '^(PASS|FAIL|SKIP) ' "$log")
  if [ "$status" != 0 ]; then
    fail "$name" "ended with status $status"
  elif [ "$lines" = 0 ]; then
    fail "$name" 'checked nothing'
  fi
}

is_left_out() { printf '%s\n' "$without" | grep -q -x "$1"; }

# ---- what runs: lines "SECONDS TEST", those that take longest first, so that all cores end together ----

# script PATH: its line, when it belongs to this part.
listed=$(grep -v '^#' "$HOLO_ROOT/tests/shell_tests.txt" 2> /dev/null)
script() {
  local name line
  name=$(basename "$1" .sh)
  line=$(printf '%s\n' "$listed" | grep "^$name " || echo "$name 2 rest")
  if [ ! -e "$1" ] || is_left_out "$name"; then return; fi
  case $part in all | ${line##* }) line=${line#* } && echo "${line% *} $1" ;; esac
}
# group NAME: lines of the test cases of this group.
group() {
  local only=ONLY_$1 left_out=LEFT_OUT_$1 program=PROGRAM_$1 count first
  [ -e "$HOLO_BUILD/bin/${!program}" ] || return
  count=$("$HOLO_BUILD/bin/${!program}" --count --source-file="${!only}" --source-file-exclude="${!left_out}" |
    sed -n 's/.*filters: //p')
  if [ "${count:-0}" = 0 ] && [ -z "$cases" ]; then echo "0 $1 0-0"; fi
  for ((first = 1; first <= ${count:-0}; first += 40)); do
    echo "3 $1 $first-$((first + 39 < count ? first + 39 : count))"
  done
}
if [ $# -gt 0 ]; then
  for name in "$@"; do
    for test in "$HOLO_ROOT"/tests/*/"${name%.sh}.sh"; do echo "2 $test"; done
  done
elif [ -z "$cases" ]; then
  for test in "$HOLO_ROOT"/tests/*/*_test.sh; do script "$test"; done
fi > "$scratch/plan"
if [ "$cases" ] || [ $# = 0 ]; then
  for name in $groups; do is_left_out "$name" || group "$name"; done >> "$scratch/plan"
fi
sort -s -r -n -k 1,1 -o "$scratch/plan" "$scratch/plan"
tests=()
while read -r _ test; do
  case $test in *' 0-0') fail "test cases ${test% *}" 'there is none' ;; *) tests+=("$test") ;; esac
done < "$scratch/plan"

[ ${#tests[@]} = 0 ] || run_all "${tests[@]}"
[ ! -t 1 ] || printf '\r\033[K'
for test in ${tests[@]+"${tests[@]}"}; do
  name=$(basename "$test" .sh)
  log=$scratch/$name.log
  if ! [ -e "$log" ] || ! [ -e "$scratch/$name.status" ]; then
    fail "$name" 'did not run to its end'
  else
    case $test in *.sh) count=count_script ;; *) count=count_piece ;; esac
    $count "$log" "$(cat "$scratch/$name.status")" "$name"
  fi
done

summary="$passed passed, $failed failed"
[ "$skipped" = 0 ] || summary="$summary, $skipped skipped"
if [ $((passed + failed)) = 0 ]; then
  echo 'error: no test ran; expected bin/tests, bin/more_tests or tests/*/*_test.sh'
fi
echo "$summary"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
