#!/bin/bash
# exercises_test.sh: of each exercise in examples/exercises/: its solution passes, its skeleton compiles, fails and
# includes what the solution does, and each wrong answer of its wrong.txt fails with its sentence said first. All answers
# of an exercise are compiled into one program, each in a namespace of its own. In: HOLO_EXERCISE, 06_relu say, if only
# that one.
set -u
what=exercises
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/answers.sh"
cd "$HOLO_ROOT/examples/exercises" || exit 1
here=$OLDPWD
compile="$HOLO_COMPILE_QUICK -I$(printf %q "$HOLO_ROOT/examples") -Wno-unused-parameter"
pass() { echo "PASS exercises: $1"; }
fail() {
  echo "FAIL exercises: $1: $2"
  bad=$((bad + 1))
}

# judge NAME: looks at what was said of each answer.
judge() {
  local name=$1 wrong sentence repeated
  said "$solution" > "$here/solution"
  if ! grep -q "^$name: done, " "$here/solution"; then
    fail "$name: the solution passes" "$(tr '\n' ' ' < "$here/solution")"
  elif ! grep -q -x -f "$here/solution" "$name/README.md"; then
    fail "$name: its README shows what done prints" "it has no line '$(cat "$here/solution")'"
  fi
  if [ "$skeleton" ] && [ "$(said "$skeleton" | head -n 1)" != "$name: not yet" ]; then
    fail "$name: the skeleton fails" "it says $(said "$skeleton" | head -n 1)"
  fi
  for wrong in "$here/$name"/*.h; do
    sentence=$(sed -n '1s|^// misconception: ||p' "$wrong")
    if [ "$(said "$wrong" | sed -n 2p)" = "  $sentence" ]; then
      killed=$((killed + 1))
    else
      fail "$name: $(basename "$wrong" .h): the student is told: $sentence" "$(said "$wrong" | head -n 2 | tr '\n' ' ')"
    fi
  done
  repeated=$(awk 'FNR == 1' "$here/$name"/*.h | sort | uniq -d)
  [ -z "$repeated" ] || fail "$name: two wrong answers, two sentences" "$repeated"
}

all=0 bad=0

# wrong_answers FOLDER SOLUTION LIST: writes the wrong answers of a list; on standard output what does not fit.
wrong_answers() {
  mkdir -p "$1" && awk -v to="$1" -f "$HOLO_ROOT/tests/exercises/wrong_answers.awk" "$2" "$3"
}

# What a list of wrong answers may not have; a wrong answer that is right.
cat > "$here/wrong.txt" << 'END'
# A comment.
01_good: two edits
-int twice(int x) { return 2 * x; }
+int twice(int x) { return x; }
...
 }  // namespace answer
+// after it

02_gone: the solution has changed
-int thrice(int x) { return 3 * x; }
+int thrice(int x) { return x; }

03_often: it is there twice
-int once(int x) { return x; }

04_same: nothing
 }  // namespace answer

05_place: nowhere
+int y;

06_twice: one line, two edits
-int twice(int x) { return 2 * x; }
...
-int twice(int x) { return 2 * x; }

no name
END
printf '%s\n' '// The solution.' 'int once(int x) { return x; }' 'int once(int x) { return x; }' \
  'int twice(int x) { return 2 * x; }' '}  // namespace answer' > "$here/solution.h"
cat > "$here/expected" << END
$here/wrong.txt:9: 02_gone: the solution has these lines 0 times; expected once: int thrice(int x) { return 3 * x; }
$here/wrong.txt:13: 03_often: the solution has these lines 2 times; expected once: int once(int x) { return x; }
$here/wrong.txt:16: 04_same: an edit that changes nothing
$here/wrong.txt:19: 05_place: an edit without a line of the solution
$here/wrong.txt:22: 06_twice: two edits of one line: int twice(int x) { return 2 * x; }
$here/wrong.txt:27: no name: expected NN_NAME: SENTENCE
// misconception: two edits
int once(int x) { return x; }
int once(int x) { return x; }
int twice(int x) { return x; }
}  // namespace answer
// after it
END
wrong_answers "$here/wrong" "$here/solution.h" "$here/wrong.txt" > "$here/log"
if cat "$here"/wrong/*.h >> "$here/log" && cmp -s "$here/expected" "$here/log"; then
  pass 'an edit that does not fit the solution is refused'
else
  fail 'an edit that does not fit the solution is refused' "$(diff "$here/expected" "$here/log" | tr '\n' ' ')"
fi

sed -n '/^05_absolute_value: /,/^```/p' README.md | sed '$d' > "$here/shown"
sed -n '/^05_absolute_value: /,/^$/p' 06_relu/wrong.txt | sed '$d' > "$here/entry"
if [ -s "$here/shown" ] && cmp -s "$here/shown" "$here/entry"; then
  pass 'the README shows a wrong answer as it is'
else
  fail 'the README shows a wrong answer as it is' "$(diff "$here/shown" "$here/entry" | tr '\n' ' ')"
fi

# includes FILE: the headers of the standard library that it includes.
includes() { grep -o '^#include <.*>' "$1" | sort -u; }
lacking=
for solution in solutions/*.h; do
  name=$(basename "$solution" .h)
  lacking=$lacking$(includes "$solution" | comm -23 - <(includes "$name/${name#*_}.h") | sed "s|^|$name: |")
done
lacking=$lacking$(includes "$HOLO_ROOT/tests/exercises/project/my_engine.h" | comm -23 - <(includes project/stage_01_*/skeleton.h))
[ -z "$lacking" ] && pass 'each skeleton includes what its solution does' || fail 'each skeleton includes what its solution does' "$lacking"

for check in ${HOLO_EXERCISE:-[0-9]*}/check.cpp; do
  name=${check%/check.cpp} bad=0 killed=0
  skeleton=$PWD/$name/${name#*_}.h solution=$PWD/solutions/$name.h
  # Who works on it has an answer there, not the skeleton.
  if ! git diff --quiet HEAD -- "$skeleton" 2> /dev/null && git ls-files --error-unmatch "$skeleton" > /dev/null 2>&1; then
    echo "SKIP exercises: $name: the skeleton fails: ${skeleton#"$PWD/"} was changed"
    skeleton=
  fi
  while read -r line; do
    fail "$name: its wrong answers fit the solution" "$line"
  done < <(wrong_answers "$here/$name" "$solution" "$name/wrong.txt")
  answers=(${skeleton:+"$skeleton"} "$solution" "$here/$name"/*.h)
  program "$check" "${answers[@]}" > "$here/all.cpp" 2> /dev/null
  if ! eval "$compile" '"$here/all.cpp" "$HOLO_JUDGE/check.o" "$HOLO_JUDGE"/examples/exercises/support/*.o -o "$here/all"' "$HOLO_LIBS" > "$here/log" 2>&1; then
    fail "$name: all its answers compile" "$(grep -m 1 'error' "$here/log")"
    continue
  fi
  (ulimit -t 10; "$here/all") > "$here/said" 2> /dev/null < /dev/null
  judge "$name"
  [ "$killed" -ge 3 ] || fail "$name: at least three wrong answers" "$(ls "$here/$name")"
  [ "$bad" -gt 0 ] || pass "$name: the solution passes, each of $killed wrong answers is told its mistake"
  all=$((all + killed))
done
echo "exercises: $all wrong answers killed"
