#!/bin/bash
# exercises_wrong_test.sh: of each exercise in examples/exercises/: each wrong answer of its wrong.txt, which are edits of the
# solution, fails with its sentence said first, and each has a sentence of its own. All answers of an exercise are compiled
# into one program, each in a namespace of its own. In: HOLO_EXERCISE, 06_relu say, if only that one.
set -u
what='exercises wrong'
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/answers.sh"
cd "$HOLO_ROOT/examples/exercises" || exit 1
here=$OLDPWD bad=0
all=0

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

for check in ${HOLO_EXERCISE:-[0-9]*}/check.cpp; do
  name=${check%/check.cpp} bad=0 solution=$PWD/solutions/${check%/check.cpp}.h
  while read -r line; do
    fail "$name: its wrong answers fit the solution" "$line"
  done < <(wrong_answers "$here/$name" "$solution" "$name/wrong.txt")
  ask "$name" "$here/$name"/*.h || continue
  told_mistakes "$name" "$here/$name"
  repeated=$(awk 'FNR == 1' "$here/$name"/*.h | sort | uniq -d)
  [ -z "$repeated" ] || fail "$name: two wrong answers, two sentences" "$repeated"
  [ "$told" -ge 3 ] || fail "$name: at least three wrong answers" "$(ls "$here/$name")"
  [ "$bad" -gt 0 ] || pass "$name: each of $told wrong answers is told its mistake"
  all=$((all + told))
done
echo "exercises: $all wrong answers killed"
