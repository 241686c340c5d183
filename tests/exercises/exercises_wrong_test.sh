#!/bin/bash
# exercises_wrong_test.sh: of each exercise in examples/exercises/ and each stage of the project: its mistakes.h fits its solution and its check: the numbers
# of the mistakes are those that are measured now, and each mistake, and each pair of some, is told its sentence. In:
# HOLO_EXERCISE, 06_relu say, if only that one.
set -u
what='exercises wrong'
. "$HOLO_ROOT/tests/make/plain_build.sh"
if ! command -v python3 > /dev/null; then
  echo "SKIP $what: there is no python3"
  exit
fi
exercises=$HOLO_ROOT/examples/exercises
HOLO_COMPILE="$HOLO_COMPILE_QUICK $(printf -- '-I%q ' "$HOLO_ROOT"/{examples,include,src})"
HOLO_LIBS="$(printf %q "$HOLO_JUDGE/check.o") $HOLO_PROJECT_OBJECTS $HOLO_LIBS"
export HOLO_COMPILE HOLO_LIBS
list_mistakes() { python3 "$exercises/support/list_mistakes.py" --check "$@" 2>&1; }

# Called by hand, it compiles sources that it names.
gone=$(cd "$exercises/support" && python3 -B -c 'import os, list_mistakes
print(*(source for source in list_mistakes.SOURCES if not os.path.exists(source)))')
[ -z "$gone" ] && echo "PASS $what: the sources that are compiled by hand are there" || echo "FAIL $what: the sources that are compiled by hand are there: $gone"

# A list that does not fit: in a copy of the exercise.
mkdir -p solutions tree/support && cp "$exercises/support/list_mistakes.py" tree/support
cp -r "$exercises/06_relu" "$exercises/solutions" tree
# changed NAME SCRIPT SAID: what is said of the list that sed has changed.
changed() {
  sed "$2" "$exercises/06_relu/mistakes.h" > tree/06_relu/mistakes.h
  python3 tree/support/list_mistakes.py --check tree/06_relu > said 2>&1 && echo "FAIL $what: $1: nothing is said" && return
  grep -q "$3" said && echo "PASS $what: $1" || echo "FAIL $what: $1: it says $(tr '\n' ' ' < said)"
}
changed 'an edit of what is not in the solution' 's/^  x > 0 ? upstream : 0 => upstream$/  x > 7 ? upstream : 0 => upstream/' 'the solution has this 0 times: x > 7 ? upstream : 0'
changed 'a number that has changed' 's/^ 3.25 / 3.5 /' "the list has no line ' 3.25"
changed 'codes that have changed' 's,^= /-IP,= /-IQ,' 'write it anew'

sed -n '/^relu of a negative number is 0, not its absolute value/,/^```/p' "$exercises/README.md" | sed '$d' > shown
[ -s shown ] && ! grep -v -x -F -f "$exercises/06_relu/mistakes.h" shown > differing && echo "PASS $what: the README shows a mistake as it is" ||
  echo "FAIL $what: the README shows a mistake as it is: $(cat differing)"

checks=("$exercises"/{[0-9]*,project/stage_*}/check.cpp)
if [ "${HOLO_EXERCISE:-}" ]; then checks=("$exercises/$HOLO_EXERCISE/check.cpp"); fi
for check in "${checks[@]}"; do
  said=$(list_mistakes "${check%/check.cpp}") && echo "PASS $what: $said" || echo "FAIL $what: $(tr '\n' ' ' <<< "$said")"
done
