#!/bin/bash
# locale_test.sh: the cases about numbers in base_test.cpp in a locale whose numbers have a comma.
set -u
. "$HOLO_ROOT/tests/comma_locale.sh"
if [ -z "$comma" ]; then
  echo 'SKIP locale: no locale with a comma here, and none can be made. Try: apt install locales'
  exit 0
fi
# glibc leaks the parts of LOCPATH, which is set where the locale was made for this test.
[ -z "${LOCPATH-}" ] || export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
if HOLO_COMMA=$comma "$HOLO_BUILD/bin/tests" --test-case='locale: *' --no-intro=true > log 2>&1 &&
  grep -q 'test cases: *[1-9]' log; then
  echo 'PASS locale: numbers have a point in a program whose locale has a comma'
else
  echo "FAIL locale: numbers have a point in a program whose locale has a comma: $(grep -m 1 -A 1 ERROR log | tr '\n' ' ')"
fi
