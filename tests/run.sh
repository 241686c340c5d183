#!/bin/bash
# run.sh: runs the doctest program and every shell test, and counts. `make test` calls it. In:
# HOLO_BUILD (the build folder), HOLO_ROOT (the repository), CXX; HOLO_COMPILE and HOLO_LIBS are the
# command that compiles and the words that link a program against this build. Tests also get
# HOLO_COMPILE_QUICK: the same without optimisation, with the precompiled headers of this build where
# these are there. HOLO_WITHOUT: names of shell tests to leave out, `plain` for the test cases on that
# device, and patterns of the sources whose test cases are left out: words with a *.
# Arguments: names of the shell tests to run (all by default). Last line: "N passed, N failed", then
# ", N skipped" when some were. Exit code 1 when one failed or none ran.
set -u
: "${HOLO_BUILD:?is not set; try: make test}" "${HOLO_ROOT:?is not set; try: make test}"
export HOLO_BUILD HOLO_ROOT CXX HOLO_COMPILE HOLO_LIBS HOLO_SETTINGS
HOLO_COMPILE_QUICK="${HOLO_COMPILE:-} -O0"
if [ -e "$HOLO_BUILD/prelude_quick.h.gch" ]; then
  HOLO_COMPILE_QUICK="$HOLO_COMPILE_QUICK -include $(printf %q "$HOLO_BUILD/prelude_quick.h")"
fi
export HOLO_COMPILE_QUICK
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

# One more than there are cores run at a time, since some wait for what they have started; what each
# says is printed when it ends. No thread of theirs may wait by spinning: it would take the core from
# another one. A shell test has an empty folder of its own, and the cpu unless it asks for another
# device. The doctest program reads tests/data/ from the root; it runs once on each device, in pieces,
# "DEVICE FIRST-LAST", so that all cores have work.
run_all() {
  printf '%s\0' "$@" | OMP_WAIT_POLICY=passive xargs -0 -n 1 -P $((jobs + 1)) bash -c '
    scratch=$1 test=$2 name=$(basename "$2" .sh) title=$name
    SECONDS=0
    mkdir "$scratch/$name" && cd "$scratch/$name" || exit 0
    case $test in
      *.sh) HOLO_DEVICE=cpu bash "$test" ;;
      *) title="test cases $test" piece=${test#* } left_out=LEFT_OUT_${test% *} && cd "$HOLO_ROOT"
         HOLO_DEVICE=${test% *} "$HOLO_BUILD/bin/tests" --source-file-exclude="${!left_out}" \
           --no-intro=true --first="${piece%-*}" --last="${piece#*-}" ;;
    esac > "$scratch/$name.log" 2>&1 < /dev/null
    echo $? > "$scratch/$name.status"
    times > "$scratch/$name.times"
    cpu=$(tail -n 1 "$scratch/$name.times")
    echo "---- $title, $SECONDS s (CPU: $cpu)"
    grep -v "^\[doctest\]" "$scratch/$name.log"' run "$scratch"
}

# What other devices than the cpu are not asked: tests of one that they name, rooms without tensors,
# damaged files (which nothing computes with), pages (which show what the cpu prints), and what the
# cpu alone promises or is made of, its memory too.
one_device='*/cuda_*,*tests/base/*,*tests/scalar/*,*tests/text/*,*tests/fuzz/*,*tests/docs/*,*tests/backend/*,*_same_bits_test.cpp,*_deep_test.cpp,*training_memory_test.cpp'
without=$(printf '%s' "${HOLO_WITHOUT:-}" | tr -s ' \n' '\n\n')
LEFT_OUT_cpu=$(printf '%s\n' "$without" | grep -F '*' | paste -s -d , -)
export LEFT_OUT_cpu LEFT_OUT_plain=$LEFT_OUT_cpu${LEFT_OUT_cpu:+,}$one_device

# The doctest program counts by test case: as passed also those outside of its piece, and after a
# crash none of those that did not run.
count_piece() {
  local log=$1 status=$2 name=$3 piece=${3#* } line bad last
  line=$(grep '^\[doctest\] test cases:' "$log" | tail -n 1)
  bad=$(number "$line" failed)
  last=$(printf '%s\n' "$line" | sed 's/[^:]*: *\([0-9]*\).*/\1/')
  if [ -z "$bad" ]; then
    fail "bin/tests $name" "ended with status $status before its summary"
    return
  fi
  if [ "$last" -gt "${piece#*-}" ]; then last=${piece#*-}; fi
  passed=$((passed + last - ${piece%-*} + 1 - bad))
  failed=$((failed + bad))
  if [ "$status" != 0 ] && [ "$bad" = 0 ]; then fail "bin/tests $name" "ended with status $status"; fi
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

longest='cuda_device_test levels_test bad_input_test targets_test makefile_test pages_test make_test_test microgpt_test
  add_op_test emulator_test fake_device_test tour_test headers_test install_test hops_test deep_graph_test train_gpt_test'
longest=$(echo $longest)

is_left_out() { printf '%s\n' "$without" | grep -q -x "$1"; }
add_script() {
  ! is_left_out "$(basename "$1" .sh)" || return
  [ ! -e "$1" ] || scripts+=("$1")
}

tests=()
for name in "$@"; do tests+=("$HOLO_ROOT"/tests/*/"${name%.sh}.sh"); done
if [ $# = 0 ]; then
  if [ -e "$HOLO_BUILD/bin/tests" ]; then
    for device in cpu plain; do
      ! is_left_out "$device" || continue
      left_out=LEFT_OUT_$device
      cases=$("$HOLO_BUILD/bin/tests" --count --source-file-exclude="${!left_out}" |
        sed -n 's/.*filters: //p')
      [ "${cases:-0}" -gt 0 ] || fail "bin/tests on $device" 'has no cases'
      for ((first = 1; first <= ${cases:-0}; first += 40)); do
        tests+=("$device $first-$((first + 39 < cases ? first + 39 : cases))")
      done
    done
  fi
  # Those that take longest come first, and short ones last, so that all cores end together.
  scripts=()
  for name in $longest; do
    for test in "$HOLO_ROOT"/tests/*/"$name.sh"; do add_script "$test"; done
  done
  tests=(${scripts[@]+"${scripts[@]}"} ${tests[@]+"${tests[@]}"}) scripts=()
  for test in "$HOLO_ROOT"/tests/*/*_test.sh; do
    case " $longest " in *" $(basename "$test" .sh) "*) ;; *) add_script "$test" ;; esac
  done
  tests+=(${scripts[@]+"${scripts[@]}"})
fi
[ ${#tests[@]} = 0 ] || run_all "${tests[@]}"
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
  echo 'error: no test ran; expected bin/tests or tests/*/*_test.sh'
fi
echo "$summary"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
