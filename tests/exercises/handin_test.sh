#!/bin/bash
# handin_test.sh: make handin writes what make grade reads; a hand-in that was cut or changed, or that names what is none of
# its business, is one line of the table, and the others are graded; whoever has the same name or the same text is named.
set -u
what=handin
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/class.sh"
. "$support/files.sh"
rm -rf class && mkdir class mine
# In a tree of the student: one exercise.
mkdir -p student/examples/exercises/06_relu
: > student/examples/exercises/06_relu/check.cpp
answer=student/examples/exercises/06_relu/relu.h
right='double relu(double x) { return x > 0 ? x : 0; }
double relu_backward(double x, double upstream) { return x > 0 ? upstream : 0; }'
write() { printf '#include <cmath>\n\nnamespace answer {\n%s\n}\n' "$1" > $answer; }
# hand_in NAME OUT [ENGINE]
hand_in() { (cd student && bash "$support/handin.sh" "$1" "${3:-}" "$2") > log 2>&1; }

# ---- what it writes ----

write "$right"
hand_in 'Ada Lovelace' "$here/ada.txt"
status=$?
cat > expected << 'END'
hologradient hand-in 1
name: Ada Lovelace

---- 06_relu.h: 6 lines ----
| #include <cmath>
|
| namespace answer {
| double relu(double x) { return x > 0 ? x : 0; }
| double relu_backward(double x, double upstream) { return x > 0 ? upstream : 0; }
| }

END
if [ $status = 0 ] && sed '$d' ada.txt | cmp -s - expected && [ "$(tail -n 1 ada.txt)" = "---- end: sha256 $(hash_of expected) ----" ]; then
  pass 'one text file: name, answers, hash'
else
  fail 'one text file: name, answers, hash' "status $status $(cat log) $(diff ada.txt expected | head -n 3)"
fi
# refused NAME MESSAGE WHO OUT: and what was there stays.
refused() {
  echo old > old.txt
  hand_in "$3" "$4"
  status=$?
  if [ $status = 2 ] && grep -q -F -e "error: $2" log && [ "$(cat old.txt)" = old ]; then pass "$1"; else fail "$1" "$status $(cat log)"; fi
}
refused 'no name' 'NAME is missing: say who hands in: make handin NAME="Ada Lovelace"' '' "$here/x.txt"
refused 'a blank name' 'NAME: is blank' '   ' "$here/x.txt"
refused 'a name of two lines' 'NAME: has a character' $'Ada\nname: Bob' "$here/x.txt"
refused 'a name of 195 bytes' 'NAME: has more than 194 bytes' "$(printf 'a%.0s' {1..195})" "$here/x.txt"
refused 'a file that is no hand-in' "OUT=$here/old.txt: is there and is no hand-in" Ada "$here/old.txt"
refused 'a folder that is not there' "OUT=$here/none/x.txt: cannot be written" Ada "$here/none/x.txt"
printf 'n\000a\000' > $answer
refused 'an answer in UTF-16 without its mark' 'examples/exercises/06_relu/relu.h: the file is UTF-16: save it as UTF-8' Ada "$here/x.txt"
printf 'double\000relu' > $answer
refused 'an answer that is no text' 'examples/exercises/06_relu/relu.h: the file is no text' Ada "$here/x.txt"
head -c 200001 /dev/zero | tr '\000' ' ' > $answer
refused 'an answer that is too large' 'examples/exercises/06_relu/relu.h: the file has more than 200000 bytes' Ada "$here/x.txt"
[ -z "$(ls x.txt* ada.txt.* 2> /dev/null)" ] && pass 'nothing else is written' || fail 'nothing else is written' "$(ls)"

# By make: nothing of the user's shell, and no character of a name, changes what is said.
echo 'echo noise; cd() { builtin cd "$@"; pwd; }' > noise.sh
. "$HOLO_ROOT/tests/comma_locale.sh"
said=$(cd "$HOLO_ROOT" && CDPATH=.:/tmp BASH_ENV=$here/noise.sh LC_ALL=${comma:-C} make --no-print-directory handin NAME='A $da "q"' OUT="$here/o \$u.txt" ANSWER="$here/ada.txt" 2>&1 | head -n 1)
case $said in "wrote $here/o \$u.txt: "*' answers of A $da "q"') pass 'make handin of odd names' ;; *) fail 'make handin of odd names' "$said" ;; esac

if ! [ -e "$HOLO_ROOT/.gitignore" ]; then
  echo "SKIP $what: git does not show handin.txt: no .gitignore here"
elif grep -q -x "/$(sed -n 's/.*origin OUT)),\([^,]*\),.*/\1/p' "$HOLO_ROOT/src/make/exercises.mk")" "$HOLO_ROOT/.gitignore"; then
  pass 'git does not show handin.txt'
else
  fail 'git does not show handin.txt' "$(tr '\n' ' ' < "$HOLO_ROOT/.gitignore")"
fi

# ---- a class of such files ----

write "$right"
sed 's/$/\r/' $answer > windows && mv windows $answer
hand_in 'Müller Änne' "$here/mueller.txt"
write 'double relu(double x) { return x > 0 ? x : 0; }
double relu_backward(double x, double) { return x > 0; }'
hand_in 'Lovelace, Ada (2)' "$here/two.txt"
write "$right // mine"
hand_in '=HYPERLINK("x")' "$here/formula.txt"
write 'double relu(double) { throw "not written yet"; }
double relu_backward(double, double) { return 0; }'
hand_in Nobody "$here/nobody.txt"
grep -q '^not yet written in all their parts: 06_relu.h$' log && pass 'what is not written is said' || fail 'what is not written is said' "$(cat log)"

# in_class FILE SOURCE: SOURCE is what Moodle and Canvas call it.
in_class() { mkdir -p "class/$(dirname "$2")" && cp "$1" "class/$2"; }
in_class ada.txt lovelaceada_123_4567_handin.txt
in_class mueller.txt 'Müller Änne_12345_assignsubmission_file_/handin.txt'
in_class two.txt 'Lovelace, Ada (2)_77_assignsubmission_file_handin.txt'
in_class formula.txt 'x_LATE_8_9_handin-1.txt'
mkdir class/folder && printf 'namespace answer {\n%s\n}\n' "$right" > class/folder/relu.h
cp ada.txt 'class/ada again handin.txt'
sed 's/$/\r/' ada.txt > 'class/by mail handin.txt'

# damaged NAME MESSAGE: on standard input the file, of which the table says this.
damages=()
damaged() { cat > "class/$1_handin.txt" && damages+=("$1" "$2"); }
# signed NAME MESSAGE SED: a hand-in with a hash that fits, whatever is in it.
signed() {
  sed '$d' ada.txt | sed -e "$3" > text
  { cat text; echo "---- end: sha256 $(hash_of text) ----"; } > signed
  damaged "$1" "$2" < signed
}
damaged cut 'the end is missing' < <(head -c 150 ada.txt)
damaged changed 'the text and its hash do not fit' < <(sed 's/upstream : 0/upstream : 1/' ada.txt)
damaged headless 'the first line is not' < <(sed 1d ada.txt)
damaged longer 'line 13: something follows the end' < <(cat ada.txt; echo 'int more;')
damaged zeros 'the file is no text' < <(tr 'a' '\000' < ada.txt)
damaged empty 'the file is empty' < /dev/null
damaged large 'the file has more than 4000000 bytes' < <(cat ada.txt; head -c 4000000 /dev/zero | tr '\000' '\n')
signed path "line 4: expected '---- NAME.h: 12 lines ----'" 's|06_relu.h|../../written.h|'
signed absolute "line 4: expected '---- NAME.h: 12 lines ----'" "s|06_relu.h|$here/written.h|"
signed unknown 'line 4: no answer has the name 03_written.h' 's|06_relu.h|03_written.h|'
signed old_number 'line 4: no answer has the name 02_relu.h' 's|06_relu.h|02_relu.h|'
signed short "line 10: expected '---- NAME.h" 's|6 lines|5 lines|'
signed long 'line 11: expected 594 more lines of 06_relu.h' 's|6 lines|600 lines|'
signed huge 'line 4: 06_relu.h has too many lines' 's|6 lines|99999999999999999999 lines|'
signed within 'line 6: expected 5 more lines of 06_relu.h' '/^---- 06/{p;i\
| x
}'
signed twice 'line 12: 06_relu.h a second time' '4,$H;${p;x;s/^\n//}'
signed bare 'line 8: expected 3 more lines of 06_relu.h' 's/^| double/double/'
signed nameless 'line 2: expected a name' 's/^name: .*/name: /'
signed version 'the first line is not' 's/hand-in 1/hand-in 2/'
ln -s "$here/ada.txt" class/link_handin.txt
mkfifo class/pipe_handin.txt
damages+=(link 'expected a regular file' pipe 'expected a regular file')
# What some editors save.
{ printf '\377\376'; awk '{ gsub(/./, "&@"); printf "%s\n@", $0 }' ada.txt | tr '@' '\000'; } > class/utf16_handin.txt
# What systems, archivers and editors add.
mkdir -p class/__MACOSX/folder class/.git class/folder/__MACOSX
for file in __MACOSX/._ada_handin.txt __MACOSX/folder/._relu.h .DS_Store ._ada_handin.txt Thumbs.db desktop.ini .git/handin.txt \
  'ada again handin.txt~' folder/.DS_Store folder/Thumbs.db folder/._relu.h folder/relu.h~ folder/relu.h.bak folder/.relu.h.swp 'folder/#relu.h#'; do
  printf 'Mac OS X' > "class/$file"
done

MOODLE=../moodle.csv CANVAS=../canvas.csv FEEDBACK=../pages grade_class ../class ../grades.csv
status=$?
[ $status = 0 ] && grep -q '^wrote .*: students 29, ' log && pass 'a class with damaged files is graded to its end' ||
  fail 'a class with damaged files is graded to its end' "status $status $(tail -n 2 log | tr '\n' ' ')"
graded 'Ada Lovelace' 'done,20,0,""$'
graded 'Müller Änne' 'done,20,0,""$'
graded 'Lovelace, Ada (2)' 'not yet,5,3,"you give the derivative alone'
graded "'=HYPERLINK(\"\"x\"\")" 'done,20,0,""$'
graded folder 'done,20,0,""$'
for ((i = 0; i < ${#damages[@]}; i += 2)); do
  name=${damages[i]}
  line=$(grep -a "\"${name}_handin.txt\"\$" grades.csv | grep -v ',total,')
  case $line in *",hand-in,not read,,,\"${damages[i + 1]}"*) pass "damaged: $name" ;; *) fail "damaged: $name" "$line" ;; esac
done
grep -a -q '^"Ada Lovelace",06_relu,done,20,0,.*"utf16_handin.txt"$' grades.csv && pass 'UTF-16 with its mark is read' ||
  fail 'UTF-16 with its mark is read' "$(grep -a utf16 grades.csv)"
if grep -v '^  ' log | grep -q -e MACOSX -e Thumbs -e desktop -e '~' -e bak -e '\._' -e '#' -e DS_Store; then
  fail 'what systems add is passed over' "$(grep -v '^  ' log | tr '\n' ' ')"
else
  pass 'what systems add is passed over'
fi
[ -z "$(find . -name 'written.h')" ] && pass 'no name becomes a path' || fail 'no name becomes a path' "$(find . -name written.h)"

# ---- who is alike ----

grep -q '^"Ada Lovelace",06_relu,done,20,0,"",2,"the same text as .*Müller Änne (Müller Änne_12345_assignsubmission_file_/handin.txt)' grades.csv &&
  pass 'the same text is named, whatever ends its lines' || fail 'the same text is named, whatever ends its lines' "$(grep '^"Ada' grades.csv | head -n 2)"
grep '^"folder",06_relu\|^"Lovelace, Ada (2)",06_relu' grades.csv | grep -q 'the same text' &&
  fail 'another text is not named' "$(grep '^"folder"' grades.csv)" || pass 'another text is not named'

# ---- pages, and tables for others: grade_class_test.sh has them whole ----

[ "$(ls pages | wc -l)" = 29 ] && ! grep -q -r 'the same text' pages && pass 'a page for each hand-in, which tells nothing of another one' ||
  fail 'a page for each hand-in, which tells nothing of another one' "$(ls pages | wc -l) pages"
grep -q -x 'no grade: 21 of 29 hand-ins, which somebody has to look at:' log && grep -q -x '  empty_handin (empty_handin.txt): the file is empty' log &&
  [ "$(grep -c '^  .*_handin.txt): ' log)" = 21 ] && ! grep -a '"\(cut\|zeros\|empty\|link\)_handin.txt"$' grades.csv | grep -q ',0,"' &&
  pass 'what could not be read has no grade, and is named at the end' ||
  fail 'what could not be read has no grade, and is named at the end' "$(grep -A 3 '^no grade' log | tr '\n' ' ')"
# refuses NAME MESSAGE [SETTING=VALUE...]: an error before anything is graded, and the tables of another time stay.
refuses() {
  local name=$1 message=$2 before
  before=$(cat grades.csv moodle.csv canvas.csv pages/* | hash_of /dev/stdin)
  shift 2
  (export "$@"; grade_class ../class ../grades.csv)
  status=$?
  [ $status = 2 ] && grep -q -x -F -e "error: $message" log && [ "$(cat grades.csv moodle.csv canvas.csv pages/* | hash_of /dev/stdin)" = "$before" ] &&
    [ -z "$(ls grades.csv.* moodle.csv.* 2> /dev/null)" ] && pass "$name" || fail "$name" "$status $(head -n 1 log) $(ls)"
}
echo text > other
refuses 'a table for Moodle that is another file' 'MOODLE=../other: is there and is no such table; expected such a file, or no file' MOODLE=../other
refuses 'a table for Canvas that is another file' 'CANVAS=../other: is there and is no such table; expected such a file, or no file' MOODLE=../moodle.csv CANVAS=../other
refuses 'pages in a file' 'FEEDBACK=../other: is no folder' FEEDBACK=../other
mkdir hers && echo hers > hers/folder.txt
refuses 'a page that is another file' 'FEEDBACK=../hers/folder.txt: is there and is no page of make grade; expected such a file, or no file' FEEDBACK=../hers
[ "$(cat hers/folder.txt)" = hers ] || fail 'a page that is another file' 'it was overwritten'
# of_points LINE MESSAGE
of_points() {
  printf '06_relu 2\n%s\n' "$1" > p.txt
  refuses "points: $1" "../p.txt:$2" POINTS=../p.txt
}
printf '' > p.txt
of_points '99_none 1' '2: 99_none: unknown; expected the name of an exercise or of a stage'
of_points '06_relu 1' '2: 06_relu: a second time'
for line in '06_relu' '06_relu -1' '06_relu 1e3' '06_relu 1.234' '06_relu 2 0.5 x'; do
  echo "$line" > p.txt
  refuses "points: $line" '../p.txt:1: expected NAME POINTS, or NAME POINTS POINTS_IN_PART, as in 06_relu 2 0.5' POINTS=../p.txt
done
echo '06_relu 1 2' > p.txt
refuses 'more points in part than in all' '../p.txt:1: points in part: expected a number from 0 to 1' POINTS=../p.txt
refuses 'points that are not there' 'POINTS=../none: cannot be read' POINTS=../none
