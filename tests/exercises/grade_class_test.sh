#!/bin/bash
# grade_class_test.sh: make handin writes what make grade reads. A class as a teacher gets it, with the names of Moodle and Canvas, two
# exercises and two stages of the project, one hand-in hostile, some damaged: the whole table. What is refused.
set -u
what='a class'
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/class.sh"
. "$support/head.sh"
exercises=$HOLO_ROOT/examples/exercises reference=$HOLO_ROOT/tests/exercises/project/my_engine.h
rm -rf class && mkdir class
export GRADE_SECONDS=5
cp "$exercises/06_relu/check.cpp" tree/examples/exercises/06_relu
short_check tree/examples/exercises/04_counts 'checks.equal("p", answer::probabilities(exercise::Matrix(1, 2, {1, 3}), 0)(0, 0), 0.25);'
short_check tree/examples/exercises/project/stage_01_tape \
  'const Number a(2); backward(a * a + a); checks.equal("a gradient", a.grad(), 5.0, "your gradient is overwritten where a number is used twice: each use adds its part");'
short_check tree/examples/exercises/project/stage_02_functions 'checks.equal("exp", exp(Number(0)).data(), 1.0);'
printf '06_relu 2\n04_counts 3\nstage_01_tape 5\nstage_02_functions 5\n' > tree/examples/exercises/points.txt

# ---- make handin ----

# hand_in NAME OUT: the answers relu.h, counts.h and engine.h, from a tree of the student.
hand_in() {
  rm -rf student && mkdir -p student/examples/exercises/{06_relu,04_counts,project}
  : > student/examples/exercises/06_relu/check.cpp
  : > student/examples/exercises/04_counts/check.cpp
  cp relu.h student/examples/exercises/06_relu && cp counts.h student/examples/exercises/04_counts
  [ ! -e engine.h ] || cp engine.h student/examples/exercises/project/my_engine.h
  (cd student && bash "$support/handin.sh" "$1" '' "$2") > log 2>&1
}
printf '// Two lines, "not written yet".\n\n' > counts.h
printf 'double relu(double x);\r\n' > relu.h
hand_in 'Ada Lovelace' "$here/ada.txt"
cat > expected << 'END'
hologradient hand-in 1
name: Ada Lovelace

---- 04_counts.h: 2 lines ----
| // Two lines, "not written yet".
|

---- 06_relu.h: 1 lines ----
| double relu(double x);

END
if sed '$d' ada.txt | cmp -s - expected && [ "$(tail -n 1 ada.txt)" = "---- end: sha256 $(hash_of expected) ----" ]; then
  pass 'one text file: name, answers, hash'
else
  fail 'one text file: name, answers, hash' "$(cat log) $(diff ada.txt expected | head -n 3)"
fi
grep -q '^the project is not among them' log && grep -q -x 'not yet written in all their parts: 04_counts.h' log &&
  pass 'what is missing is said' || fail 'what is missing is said' "$(cat log)"
# refused NAME MESSAGE WHO OUT: and what was there stays.
refused() {
  local status
  echo old > old.txt
  hand_in "$3" "$4"
  status=$?
  if [ $status = 2 ] && grep -q -F -e "error: $2" log && [ "$(cat old.txt)" = old ]; then pass "$1"; else fail "$1" "$status $(cat log)"; fi
}
refused 'a blank name' 'NAME is missing: say who hands in: make handin NAME="Ada Lovelace"' '   ' "$here/x.txt"
refused 'a name of two lines' 'NAME: has a character' $'Ada\nname: Bob' "$here/x.txt"
refused 'a file that is no hand-in' "OUT=$here/old.txt: is there and is no hand-in" Ada "$here/old.txt"
refused 'a folder that is not there' "OUT=$here/none/x.txt: cannot be written" Ada "$here/none/x.txt"
printf 'n\000a\000' > relu.h
refused 'an answer in UTF-16' 'examples/exercises/06_relu/relu.h: the file is UTF-16: save it as UTF-8' Ada "$here/x.txt"
printf 'double\001relu' > relu.h
refused 'an answer that is no text' 'examples/exercises/06_relu/relu.h: the file is no text' Ada "$here/x.txt"
head -c 200001 /dev/zero | tr '\000' ' ' > relu.h
refused 'an answer that is too large' 'examples/exercises/06_relu/relu.h: the file has more than 200000 bytes' Ada "$here/x.txt"
[ -z "$(ls x.txt* ada.txt.* 2> /dev/null)" ] && pass 'nothing else is written' || fail 'nothing else is written' "$(ls)"
# By make: no character of a name changes what is said.
said=$(cd "$HOLO_ROOT" && make --no-print-directory handin NAME='A $da "q"' OUT="$here/o \$u.txt" ANSWER="$here/ada.txt" 2>&1 | grep '^wrote')
case $said in "wrote $here/o \$u.txt: "*' answers of A $da "q"') pass 'make handin of odd names' ;; *) fail 'make handin of odd names' "$said" ;; esac

# ---- the class ----

# student NAME OUT
student() {
  mkdir -p "class/$(dirname "$2")"
  hand_in "$1" "$here/class/$2" || fail "$1 hands in" "$(cat log)"
}
cp "$exercises/solutions/06_relu.h" relu.h
cp "$exercises/solutions/04_counts.h" counts.h
up_to 2 "$reference" > engine.h
student 'Änne Müller' 'Müller Änne_12345_assignsubmission_file_/handin.txt'
sed 's/x > 0 ? upstream : 0/x > 0/' "$exercises/solutions/06_relu.h" > relu.h
up_to 1 "$reference" | sed 's/^\(.*\)+= \(.*\)$/\1= \2/' > engine.h
student 'Ada Lovelace' lovelaceada_123_4567_handin.txt
# Mallory: a solution, a file of the system, and an engine that starts processes.
printf '#include "%s"\n' "$exercises/solutions/06_relu.h" > relu.h
printf '#include "/etc/passwd"\n' > counts.h
{
  printf '#include <unistd.h>\n#include <cstdio>\nstatic int start() { if (fork() == 0) for (;;) pause(); std::puts("done, 99 checks"); return 0; }\nstatic int started = start();\n'
  up_to 1 "$reference"
} > engine.h
student "=cmd|'/c calc'!A1" 'mallory_LATE_9_10_handin.txt'
mkdir 'class/Bob (late)' && cp "$exercises/solutions/06_relu.h" 'class/Bob (late)/relu.h'
# Damaged on the way, or written by somebody else.
whole=class/lovelaceada_123_4567_handin.txt
head -c 300 $whole > class/cut_handin.txt
sed 's/relu/rolu/' $whole > class/changed_handin.txt
sed 1d $whole > class/headless_handin.txt
head -c 3000 /dev/zero > class/zeros_handin.txt
ln -s "$here/ada.txt" class/link_handin.txt
{ printf 'hologradient hand-in 1\nname: Eve\n\n---- ../../written.h: 1 lines ----\n| x\n---- 03_written.h: 1 lines ----\n| x\n' > forged
  cat forged; echo "---- end: sha256 $(hash_of forged) ----"; } > class/forged_handin.txt
# What systems and archivers add, and other files.
mkdir class/__MACOSX && touch class/__MACOSX/._ada_handin.txt class/.DS_Store class/Thumbs.db class/notes.txt

echo 'student,exercise,result,passed,failed,message' > table.csv && chmod 604 table.csv && ln -s table.csv grades.csv
grade_class ../class ../grades.csv
status=$?
[ $status = 0 ] && [ -L grades.csv ] && [ "$(ls -l table.csv | cut -c 1-10)" = -rw----r-- ] && grep -q '^wrote ../grades.csv: students 10, answers done [0-9]*, 15 points in all$' log && pass 'it is graded to its end' ||
  fail 'it is graded to its end' "status $status $(tail -n 3 log)"
# Paths are those of this machine.
sed -E 's|(your file asks for a file that no answer may read: )[^"]*/([^"/]*)"|\1\2"|' grades.csv > seen.csv
if grep -q '^reading: no solution' log && grep -q '^processes, network: none' log; then
  cmp -s "$HOLO_ROOT/tests/exercises/class_grades.csv" seen.csv && pass 'the whole table' ||
    fail 'the whole table' "$(diff -U 0 "$HOLO_ROOT/tests/exercises/class_grades.csv" seen.csv | tr '\n' ' ')"
else
  echo "SKIP $what: the whole table: this system enforces less"
fi
[ "$(grep 'not looked at' log)" = 'notes.txt: not looked at: expected a text file of make handin' ] && pass 'a file of another name is said' ||
  fail 'a file of another name is said' "$(grep 'not looked at' log | tr '\n' ' ')"
grep -q -x 'no grade: 7 of 10 hand-ins, which somebody has to look at:' log && grep -q -x '  Ada Lovelace (cut_handin.txt): the end is missing: the file was cut' log ||
  fail 'who has no grade is named' "$(grep -A 3 '^no grade' log | tr '\n' ' ')"
[ -z "$(find . -name 'written.h')" ] && pass 'no name becomes a path' || fail 'no name becomes a path' "$(find . -name written.h)"

# ---- cells that a spreadsheet would take for a formula ----

table=$(sed -n '/^clean() {/,/^row()/p' "$support/grade.sh" | sed '$d')
said=$(eval "$table"; for name in =1+1 ＝1+1 @1 －1 ' =1' '　=1' $'\xc2\xa0=1' '"q"' Ann Änne 李 $'J\xf6rg' ''; do field "$name"; echo; done)
[ "$said" = "\"'=1+1\"
\"'＝1+1\"
\"'@1\"
\"'－1\"
\"' =1\"
\"'　=1\"
\"'"$'\xc2\xa0'"=1\"
\"'\"\"q\"\"\"
\"Ann\"
\"Änne\"
\"李\"
\"Jrg\"
\"\"" ] && pass 'no cell is a formula' || fail 'no cell is a formula' "$said"

# ---- what is refused, before anything is graded: the table of another time stays ----

# refuses NAME MESSAGE DIR OUT
refuses() {
  local status before
  before=$(hash_of grades.csv)
  grade_class "$3" "$4"
  status=$?
  [ $status = 2 ] && [ "$(cat log)" = "error: $2" ] && [ "$(hash_of grades.csv)" = "$before" ] && [ -z "$(ls grades.csv.* 2> /dev/null)" ] && pass "$1" ||
    fail "$1" "status $status, $(head -n 1 log)"
}
refuses 'a folder that is not there' "DIR=$here/nowhere: no such folder; expected one with the hand-ins of a class" "$here/nowhere" ../grades.csv
mkdir nobody
refuses 'a folder without hand-ins' "DIR=../nobody: has no hand-ins; expected a folder or a file of make handin for each student" ../nobody ../grades.csv
refuses 'a table in a folder that is not there' \
  "OUT=$here/none/t.csv: cannot be written; expected a file in a folder that is there and that you may write" ../class "$here/none/t.csv"
refuses 'a table that is a folder' "OUT=$here/class: cannot be written" ../class "$here/class"
refuses 'a file that is no table' 'OUT=../relu.h: is there and is no table of make grade; expected such a file, or no file' ../class ../relu.h
GRADE_SECONDS=1.5 refuses 'GRADE_SECONDS=1.5' 'GRADE_SECONDS=1.5: expected a number of seconds, 1 to 9999' ../class ../grades.csv
echo '06_relu 2 0.5' > tree/examples/exercises/points.txt
refuses 'points of another form' 'examples/exercises/points.txt:1:06_relu 2 0.5: expected NAME POINTS, as in 06_relu 2' ../class ../grades.csv
