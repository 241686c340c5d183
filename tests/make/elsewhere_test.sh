#!/bin/bash
# elsewhere_test.sh: tests are green wherever they run: in a tree and with a TMPDIR that have a space in their names, for
# a user whose numbers have a comma, without HOME and TERM, and under nohup, which ignores a signal.
set -u
. "$HOLO_ROOT/tests/comma_locale.sh"
[ -n "$comma" ] || echo 'SKIP elsewhere: a locale whose numbers have a comma: none is here, and none can be made'
tree="$PWD/a tree"
ln -s "$HOLO_ROOT" "$tree" && mkdir 'a tmp' || exit 1

# elsewhere NAME TESTS: these shell tests, and the cases of HOLO_CASES.
elsewhere() {
  local name=$1
  shift
  env -u HOME -u TERM LC_ALL="${comma:-C}" TMPDIR="$PWD/a tmp" HOLO_ROOT="$tree" \
    HOLO_BUILD="${HOLO_BUILD/#"$HOLO_ROOT"/$tree}" HOLO_OBJECTS="${HOLO_OBJECTS/#"$HOLO_ROOT"/$tree}" \
    nohup bash "$tree/tests/run.sh" "$@" > log 2>&1 < /dev/null
  if [ $? = 0 ]; then
    echo "PASS elsewhere: $name"
  else
    echo "FAIL elsewhere: $name: $(grep -m 1 -e '^FAIL' -e 'ERROR:' log || tail -n 1 log)"
  fi
}
elsewhere 'programs are compiled' source_lines_test
elsewhere 'numbers are read' name_batch_test sample_gpt_test two_moons_test
HOLO_CASES='*/init_from_test.cpp,*/bench_test.cpp,*/terminal_test.cpp' \
  elsewhere 'flags name files, programs are found, and signals arrive'
