#!/bin/bash
# grade_class_test.sh: five hand-ins, as a teacher gets them, of two exercises and two stages of the project, one of them
# hostile, one cut on its way: the whole table, the tables for Moodle and Canvas, and a page of feedback. Then an engine that keeps a
# reference.
set -u
what='a class of five'
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/class.sh"
. "$support/head.sh"
exercises=$HOLO_ROOT/examples/exercises reference=$HOLO_ROOT/tests/exercises/project/my_engine.h
export GRADE_SECONDS=5 GRADE_COMPILE_SECONDS=30 GRADE_STAGE_SECONDS=10
rm -rf class && mkdir class
for part in 04_counts project/stage_01_tape project/stage_02_functions; do
  mkdir -p tree/examples/exercises/$part && cp "$exercises/$part/check.cpp" tree/examples/exercises/$part
done
cat > points.txt << 'END'
06_relu 2 0.5
04_counts 3 1
stage_01_tape 5 1.25
stage_02_functions 5
END

# student NAME OUT: a tree with the answers relu, counts and engine, handed in.
student() {
  rm -rf student && mkdir -p student/examples/exercises/{06_relu,04_counts,project}
  : > student/examples/exercises/06_relu/check.cpp
  : > student/examples/exercises/04_counts/check.cpp
  cp relu.h student/examples/exercises/06_relu && cp counts.h student/examples/exercises/04_counts
  [ ! -e engine.h ] || cp engine.h student/examples/exercises/project/my_engine.h
  mkdir -p "class/$(dirname "$2")"
  (cd student && bash "$support/handin.sh" "$1" '' "$here/class/$2") > log 2>&1 || fail "$1 hands in" "$(cat log)"
}
cp "$exercises/solutions/06_relu.h" relu.h
cp "$exercises/solutions/04_counts.h" counts.h
up_to 2 "$reference" > engine.h
student 'Änne Müller' 'Müller Änne_12345_assignsubmission_file_/handin.txt'
sed 's/x > 0 ? upstream : 0/x > 0/' "$exercises/solutions/06_relu.h" > relu.h
up_to 1 "$reference" | sed 's/^\(.*\)+= \(.*\)$/\1= \2/' > engine.h
student 'Ada Lovelace' lovelaceada_123_4567_handin.txt
mkdir 'class/Bob (late)' && cp "$exercises/solutions/06_relu.h" 'class/Bob (late)/relu.h'
# Mallory: a solution, a file of the system, and an engine that starts processes.
printf '#include "%s"\n' "$exercises/solutions/06_relu.h" > relu.h
printf '#include "/etc/passwd"\n' > counts.h
{
  printf '#include <unistd.h>\n#include <cstdio>\nstatic int start() { if (fork() == 0) for (;;) pause(); std::puts("done, 99 checks"); return 0; }\nstatic int started = start();\n'
  up_to 1 "$reference"
} > engine.h
student "=cmd|'/c calc'!A1" 'mallory_9_10_handin.txt'
head -c 300 class/lovelaceada_123_4567_handin.txt > class/eve_11_12_handin.txt

FEEDBACK=../pages MOODLE=../moodle.csv CANVAS=../canvas.csv grade_class ../class ../grades.csv
status=$?
[ $status = 0 ] && grep -q -x 'wrote ../grades.csv: students 5, answers done [0-9]*' log && pass 'five hand-ins are graded' ||
  fail 'five hand-ins are graded' "status $status"
# Paths are those of this machine.
sed -E 's|your file asks for a file that no answer may read: .*/([^"/]*)"|your file asks for a file that no answer may read: \1"|' grades.csv > seen.csv
if grep -q '^reading: no solution' log && grep -q '^processes, network: none' log; then
  cmp -s "$HOLO_ROOT/tests/exercises/class_grades.csv" seen.csv && pass 'the whole table' ||
    fail 'the whole table' "$(diff -U 0 "$HOLO_ROOT/tests/exercises/class_grades.csv" seen.csv | tr '\n' ' ')"
else
  echo "SKIP $what: the whole table: this system enforces less"
fi
cat > expected << 'END'
Identifier,Full name,Grade,Last modified (grade),Feedback comments
,"Bob (late)",2,-,"2 of 15 points, 1 of 4 done"
Participant 12345,"Änne Müller",15,-,"15 of 15 points, 4 of 4 done"
,"Ada Lovelace",,-,"no grade: the end is missing: the file was cut"
,"Ada Lovelace",4.75,-,"4.75 of 15 points, 1 of 4 done"
,"'=cmd|'/c calc'!A1",5,-,"5 of 15 points, 1 of 4 done"
Student,ID,SIS User ID,SIS Login ID,Section,hologradient
    Points Possible,,,,,15
"Bob (late)",,,,,2
"Änne Müller",,,,,15
"Ada Lovelace",11,,,,
"Ada Lovelace",123,,,,4.75
"'=cmd|'/c calc'!A1",9,,,,5
Feedback for Ada Lovelace
handed in: lovelaceada_123_4567_handin.txt

4.75 of 15 points, 1 of 4 done

04_counts: done, 3 of 3 points
06_relu: not yet, 0.5 of 2 points (5 checks passed, 3 failed)
  you give the derivative alone: multiply it by the upstream gradient
stage_01_tape: not yet, 1.25 of 5 points (1 checks passed, 3 failed)
  your gradient is overwritten where a number is used twice: each use adds its part
stage_02_functions: not handed in, 0 of 5 points
  the stage before it is not done
Feedback for Ada Lovelace
handed in: eve_11_12_handin.txt

no grade: the end is missing: the file was cut

Nothing of it was graded: the end is missing: the file was cut
END
cat moodle.csv canvas.csv pages/lovelaceada_123_4567_handin.txt pages/eve_11_12_handin.txt > got
cmp -s expected got && pass 'the tables for Moodle and Canvas, and two pages' ||
  fail 'the tables for Moodle and Canvas, and two pages' "$(diff -U 0 expected got | tr '\n' ' ')"

# A reference into a list that has grown ends the program: the table says why, as make project does.
rm -rf class tree/examples/exercises/* && mkdir -p class/dead tree/examples/exercises/project/stage_10_tensor
cp "$exercises/project/stage_10_tensor/check.cpp" tree/examples/exercises/project/stage_10_tensor
echo 'stage_10_tensor 5' > points.txt
awk '/^Tensor matmul/ { print; print "  const TensorNode &a = tensors[x.place], &b = tensors[y.place];"; moved = 1; next }
  moved && /^  const TensorNode &a/ { moved = 0; next } { print }' "$reference" > class/dead/my_engine.h
grade_class ../class ../grades.csv
grep -q '^"dead",stage_10_tensor,.*a reference into a vector is used after push_back' grades.csv && pass 'stage 10: a reference into a list that has grown' ||
  fail 'stage 10: a reference into a list that has grown' "$(cat grades.csv | tr '\n' ' ') $(tail -n 2 log | tr '\n' ' ')"
