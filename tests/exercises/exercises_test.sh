#!/bin/bash
# exercises_test.sh: of each exercise in examples/exercises/: its solution passes, and its README shows what is said then;
# its skeleton compiles, fails and includes what the solution does. In: HOLO_EXERCISE, 06_relu say, if only that one.
set -u
what=exercises
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/answers.sh"
cd $exercises || exit 1
# includes FILE: the headers of the standard library that it includes.
includes() { grep -o '^#include <.*>' "$1" | sort -u; }
lacking=
for solution in solutions/*.h; do
  name=$(basename "$solution" .h)
  lacking=$lacking$(includes "$solution" | comm -23 - <(includes "$name/${name#*_}.h") | sed "s|^|$name: |")
done
lacking=$lacking$(includes "$HOLO_ROOT/tests/exercises/project/my_engine.h" | comm -23 - <(includes project/skeletons.h))
[ -z "$lacking" ] && pass 'each skeleton includes what its solution does' || fail 'each skeleton includes what its solution does' "$lacking"

names=() answers=()
for check in ${HOLO_EXERCISE:-[0-9]*}/check.cpp; do
  name=${check%/check.cpp}
  skeleton=$PWD/$name/${name#*_}.h
  names+=("$name") answers+=(${answers[@]+--} "$name.solution" "$PWD/solutions/$name.h" "$name")
  # Who works on it has an answer there, not the skeleton.
  if ! git diff --quiet HEAD -- "$skeleton" 2> /dev/null && git ls-files --error-unmatch "$skeleton" > /dev/null 2>&1; then
    echo "SKIP $what: $name: the skeleton fails: ${skeleton#"$PWD/"} was changed"
  else
    answers+=(-- "$name.skeleton" "$skeleton" "$name")
  fi
done
ask "${answers[@]}" || exit
for name in "${names[@]}"; do
  bad=0
  said "$name.solution" > "$here/solution"
  if ! grep -q "^$name: done, " "$here/solution"; then
    fail "$name: the solution passes" "$(tr '\n' ' ' < "$here/solution")"
  elif ! grep -q -F "\`$(cat "$here/solution")\`" "$name/README.md"; then
    fail "$name: its README shows what done prints" "it has no line '$(cat "$here/solution")'"
  fi
  if [ -e "$here/$name.skeleton.h" ] && [ "$(said "$name.skeleton" | head -n 1)" != "$name: not yet" ]; then
    fail "$name: the skeleton fails" "it says $(said "$name.skeleton" | head -n 1)"
  fi
  [ $bad = 1 ] || pass "$name: the solution passes, the skeleton does not"
done
