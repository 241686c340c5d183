#!/bin/bash
# exercises_test.sh: of each exercise in examples/exercises/: its solution passes, its skeleton compiles
# and fails, and each wrong answer fails with the sentence of its first line said first. All answers of an
# exercise are compiled into one program, each in a namespace of its own. In: HOLO_EXERCISE, 02_relu say, if
# only that one.
set -u
what=exercises
. "$HOLO_ROOT/tests/make/plain_build.sh"
cd "$HOLO_ROOT/examples/exercises" || exit 1
here=$OLDPWD
compile="$HOLO_COMPILE_QUICK -I$(printf %q "$HOLO_ROOT/examples") -Wno-unused-parameter"
pass() { echo "PASS exercises: $1"; }
fail() {
  echo "FAIL exercises: $1: $2"
  bad=$((bad + 1))
}

# program CHECK ANSWER...: the source of a program with all these answers.
program() {
  local check=$1 answer
  shift
  cat "$check" "$@" | grep '^#include ["<]' | sort -u
  for answer in "$@"; do
    printf '#undef HOLO_ANSWER\n#define HOLO_ANSWER "%s"\n' "$PWD/$answer"
    printf 'namespace answer_%d {\n#include "%s"\n}\n' $((++count)) "$PWD/$check"
  done
}

# said ANSWER: what the program said of it.
said() {
  awk -v header="answer $PWD/$1" '/^answer / { mine = $0 == header; next } mine' "$here/said"
}

# judge NAME: looks at what was said of each answer.
judge() {
  local name=$1 wrong sentence repeated
  said "solutions/$name.h" > "$here/solution"
  if ! grep -q "^$name: done, " "$here/solution"; then
    fail "$name: the solution passes" "$(tr '\n' ' ' < "$here/solution")"
  elif ! grep -q -x -f "$here/solution" "$name/README.md"; then
    fail "$name: its README shows what done prints" "it has no line '$(cat "$here/solution")'"
  fi
  if [ "$skeleton" ] && [ "$(said "$skeleton" | head -n 1)" != "$name: not yet" ]; then
    fail "$name: the skeleton fails" "it says $(said "$skeleton" | head -n 1)"
  fi
  for wrong in "$name"/wrong/*.h; do
    sentence=$(sed -n '1s|^// misconception: ||p' "$wrong")
    if [ -z "$sentence" ]; then
      fail "$wrong" 'its first line names no misconception'
    elif [ "$(said "$wrong" | sed -n 2p)" = "  $sentence" ]; then
      killed=$((killed + 1))
    else
      fail "$wrong: the student is told: $sentence" "$(said "$wrong" | head -n 2 | tr '\n' ' ')"
    fi
  done
  repeated=$(awk 'FNR == 1' "$name"/wrong/*.h | sort | uniq -d)
  [ -z "$repeated" ] || fail "$name: two wrong answers, two sentences" "$repeated"
}

if ! eval "$compile" -c support/check.cpp -o '"$here/check.o"' > "$here/log" 2>&1; then
  echo "FAIL exercises: support/check.cpp compiles: $(grep -m 1 error "$here/log")"
  exit
fi
all=0 count=0 bad=0

# What the check takes for equal. An infinite number is equal to itself alone; NaN is equal to nothing.
cat > "$here/equal.cpp" << 'END'
#include <cmath>
#include "exercises/support/check.h"
void check(Checks& checks) {
  checks.equal("within the tolerance", {1 + 1e-12, INFINITY, -INFINITY}, {1, INFINITY, -INFINITY});
  checks.equal("a number for infinity", 1, INFINITY);
  checks.equal("the other infinity", -INFINITY, INFINITY);
  checks.equal("infinity for a number", INFINITY, 1);
  checks.equal("NaN", NAN, NAN);
  checks.equal("beyond the tolerance", 1 + 1e-6, 1);
  checks.equal("one number too many", {1, 1}, 1);
}
HOLO_EXERCISE("equal", check)
END
if [ "${HOLO_EXERCISE:-}" ]; then
  : # that one exercise only
elif ! eval "$compile" "-DHOLO_ANSWER='\"\"'" '"$here/equal.cpp" "$here/check.o" -o "$here/equal"' "$HOLO_LIBS" > "$here/log" 2>&1; then
  fail 'what is equal' "$(grep -m 1 error "$here/log")"
elif [ "$("$here/equal" counted | tail -n 1)" = 'counted 1 6' ]; then
  pass 'infinity is equal to itself alone, NaN to nothing'
else
  fail 'infinity is equal to itself alone, NaN to nothing' "$("$here/equal" counted | tr '\n' ' ')"
fi

for check in ${HOLO_EXERCISE:-[0-9]*}/check.cpp; do
  name=${check%/check.cpp} bad=0 killed=0
  skeleton=$name/${name#*_}.h
  # Who works on it has an answer there, not the skeleton.
  if ! git diff --quiet HEAD -- "$skeleton" 2> /dev/null && git ls-files --error-unmatch "$skeleton" > /dev/null 2>&1; then
    echo "SKIP exercises: $name: the skeleton fails: $skeleton was changed"
    skeleton=
  fi
  answers=($skeleton "solutions/$name.h" "$name"/wrong/*.h)
  program "$check" "${answers[@]}" > "$here/all.cpp" 2> /dev/null
  if ! eval "$compile" '"$here/all.cpp" "$here/check.o" -o "$here/all"' "$HOLO_LIBS" > "$here/log" 2>&1; then
    fail "$name: all its answers compile" "$(grep -m 1 'error' "$here/log")"
    continue
  fi
  (ulimit -t 10; "$here/all") > "$here/said" 2> /dev/null
  judge "$name"
  [ "$(ls "$name/wrong" | wc -l)" -ge 3 ] || fail "$name: at least three wrong answers" "$(ls "$name/wrong")"
  [ "$bad" -gt 0 ] || pass "$name: the solution passes, each of $killed wrong answers is told its mistake"
  all=$((all + killed))
done
echo "exercises: $all wrong answers killed"
