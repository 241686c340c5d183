#!/bin/bash
# check_test.sh: what the check of an exercise takes for equal, and what it says of answers: lines, status.
set -u
what=check
. "$HOLO_ROOT/tests/make/plain_build.sh"
compile="$HOLO_COMPILE_QUICK -I$(printf %q "$HOLO_ROOT/examples") -Wno-unused-parameter"
pass() { echo "PASS check: $1"; }
fail() { echo "FAIL check: $1: $2"; }
if ! eval "$compile" -c '"$HOLO_ROOT/examples/exercises/support/check.cpp"' -o check.o > log 2>&1; then
  fail 'it compiles' "$(grep -m 1 error log)"
  exit
fi

# What the check takes for equal. An infinite number is equal to itself alone; NaN is equal to nothing.
cat > equal.cpp << 'END'
#include <cmath>
#include "exercises/support/check.h"
void check(Checks& checks) {
  checks.equal("within the tolerance", {1 + 1e-12, 1e-12, INFINITY, -INFINITY}, {1, 0, INFINITY, -INFINITY});
  checks.equal("a number for infinity", 1, INFINITY);
  checks.equal("the other infinity", -INFINITY, INFINITY);
  checks.equal("infinity for a number", INFINITY, 1);
  checks.equal("NaN", NAN, NAN);
  checks.equal("beyond the tolerance", 1 + 1e-6, 1);
  checks.equal("one number too many", {1, 1}, 1);
}
HOLO_EXERCISE("equal", check)
END
if ! eval "$compile" "-DHOLO_ANSWER='\"\"'" 'equal.cpp check.o -o equal' "$HOLO_LIBS" > log 2>&1; then
  fail 'what is equal' "$(grep -m 1 error log)"
elif [ "$(echo counted | ./equal | tail -n 1)" = 'counted 1 6 a number for infinity: expected inf, got 1' ]; then
  pass 'infinity is equal to itself alone, NaN to nothing'
else
  fail 'infinity is equal to itself alone, NaN to nothing' "$(echo counted | ./equal | tr '\n' ' ')"
fi

# What is said of several answers: three lines of each that fails; the status tells of all.
cat > several.cpp << 'END'
#include <stdexcept>
#include "exercises/support/check.h"
#include "exercises/support/matrix.h"
namespace digits {
void check(Checks& checks) {
  for (const char* name : {"first", "second", "third", "fourth"}) checks.equal(name, 1 + 1e-6, 1);
}
HOLO_EXERCISE("digits", check)
}
namespace nothing {
void check(Checks&) {}
HOLO_EXERCISE("nothing", check)
}
namespace matrix {
bool leaves(int i, int j) {
  try {
    exercise::Matrix(2, 3)(i, j) = 1;
    return false;
  } catch (const std::out_of_range&) {
    return true;
  }
}
void check(Checks& checks) {
  checks.that("its last element is there", !leaves(1, 2) && !leaves(0, 0));
  checks.that("an index that leaves it throws", leaves(2, 0) && leaves(0, 3) && leaves(-1, 0) && leaves(0, -1));
}
HOLO_EXERCISE("matrix", check)
}
END
cat > expected << 'END'
answer one
digits: not yet
  first: expected 1, got 1.0000009999999999
  second: expected 1, got 1.0000009999999999
  third: expected 1, got 1.0000009999999999
answer one
nothing: not yet
answer one
matrix: done, 2 checks
status 1
END
if ! eval "$compile" "-DHOLO_ANSWER='\"one\"'" 'several.cpp check.o -o several' "$HOLO_LIBS" > log 2>&1; then
  fail 'what is said of several answers' "$(grep -m 1 error log)"
else
  { ./several < /dev/null; echo "status $?"; } > said
  if cmp -s expected said; then pass 'what is said of several answers'; else
    fail 'what is said of several answers' "$(diff expected said | tr '\n' ' ')"
  fi
fi
