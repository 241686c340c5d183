#!/bin/bash
# grade_table_test.sh: the table of make grade takes the place of an old one when it is whole, and of no other file;
# it has a line for every folder, in UTF-8, and no spreadsheet takes a cell for a formula. An answer that is not
# text or has many errors does not compile, for which the table names the cause.
set -u
what='the table of make grade'
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/class.sh"
header=student,exercise,result,passed,failed,message,points,same,source

# refused NAME MESSAGE DIR OUT: an error, and the table of another time stays.
refused() {
  local old status
  printf '%s\n"ann",06_relu,done,7,0,""\n' "$header" > old.csv
  grade_class "$3" "$4"
  status=$? old=$(tail -n 1 old.csv)
  if [ "$status" = 2 ] && [ "$(cat log)" = "error: $2" ] && [ "$old" = '"ann",06_relu,done,7,0,""' ]; then
    pass "$1"
  else
    fail "$1" "status $status, $(head -n 1 log), $old"
  fi
}
refused 'a folder that is not there' "DIR=$here/nowhere: no such folder; expected one with the hand-ins of a class" \
  "$here/nowhere" "$here/old.csv"
refused "one student's folder" "DIR=$here/class/good: has no hand-ins; expected a folder or a file of make handin for each student" \
  "$here/class/good" "$here/old.csv"
refused 'a table in a folder that is not there' \
  "OUT=$here/none/t.csv: cannot be written; expected a file in a folder that is there and that you may write" "$here/class" "$here/none/t.csv"
refused 'a table that is a folder' "OUT=$here/class: cannot be written" "$here/class" "$here/class"
refused 'a file that is no table' "OUT=$here/class/good/relu.h: is there and is no table of make grade; expected such a file, or no file" \
  "$here/class" "$here/class/good/relu.h"
refused 'a table without a name' 'OUT=: cannot be written' "$here/class" ''
ln -s round round
refused 'a link that leads to itself' "OUT=$here/round: cannot be written" "$here/class" "$here/round"
rm round
for seconds in abc 0 1.5 -1 100000; do
  GRADE_SECONDS=$seconds refused "GRADE_SECONDS=$seconds" \
    "GRADE_SECONDS, GRADE_COMPILE_SECONDS: '$seconds'; expected a number of seconds, 1 to 99999" "$here/class" "$here/old.csv"
done

# ---- stopped by a signal ----

mkdir one scratch
# It cannot be asked to end.
{
  echo '#include <csignal>'
  sed 's/return x > 0 ? x : 0;/for (int s : {SIGINT, SIGTERM, SIGHUP}) std::signal(s, SIG_IGN); for (volatile int i = 0;; i = i) {}/' class/good/relu.h
} > relu.h
mkdir one/loops && mv relu.h one/loops
printf '%s\nold\n' "$header" > old.csv
runs() { ps -A -o args | grep -v grep | grep -q "^$here/scratch/.*/program"; }
set -m
TMPDIR=$here/scratch GRADE_SECONDS=60 grade_class ../one ../old.csv &
group=$!
set +m
for ((i = 0; i < 600; ++i)); do
  ! runs || break
  sleep 0.1
done
kill -TERM -- "-$group"
wait "$group"
for ((k = 0; k < 50; ++k)); do
  runs || break
  sleep 0.1
done
why=
runs && why='the answer runs on'
[ "$i" -lt 600 ] || why='it did not begin'
[ -z "$(ls scratch)" ] || why="$why, there is $(ls scratch)"
[ "$(tail -n 1 old.csv), $(echo old.csv*)" = 'old, old.csv' ] || why="$why, the table says $(tail -n 1 old.csv), $(echo old.csv*)"
[ -z "$why" ] && pass 'a signal ends the answer, and the old table stays' || fail 'a signal ends the answer, and the old table stays' "$why"

# ---- answers that no compiler reads ----

awk '{ for (i = 1; i <= length($0); ++i) printf "%s@", substr($0, i, 1); printf "\n@" }' class/good/relu.h | tr @ '\000' > utf16
{ printf '\377\376'; cat utf16; } | hands_in utf16_little
{ printf '\376\377\000'; head -c $(($(wc -c < utf16) - 1)) utf16; } | hands_in utf16_big
hands_in utf16_unmarked < utf16
gzip -c class/good/relu.h | hands_in zipped
head -c 3000 /dev/zero | hands_in zeros
printf '\n  \n' | hands_in blank
for ((i = 0; i < 400; ++i)); do echo "double relu$i(double x) { return y$i + undeclared_name_$i * another_name_$i; }"; done | hands_in many_errors
{ cat class/good/relu.h; for ((i = 0; i < 1500; ++i)); do echo "#warning this takes about as many bytes as a line of code does, $i"; done; } | hands_in many_warnings
echo '#error out of memory' | hands_in names_memory
sed '$d' class/good/relu.h | sed 's/relu_backward/backward/; $a\
}' | hands_in lacks_one

# padded BYTES STUDENT: a right answer of so many bytes.
padded() { { cat class/good/relu.h; printf "%$(($1 - $(wc -c < class/good/relu.h)))s" ''; } | hands_in "$2"; }
padded 200000 large
padded 200001 too_large

# ---- names and cells ----

for name in '＝1+1' '@1+1' '－1' '　=1' $'J\xf6rg' Jörg; do mkdir -p "class/$name" && cp class/good/relu.h "class/$name"; done
echo "#error $(printf 'ö%.0s' {1..400})" | hands_in long
mkdir elsewhere && cp class/good/relu.h elsewhere && ln -s ../elsewhere class/linked
echo 'no student' > class/notes.txt
mkdir -p class/misnamed/sub && touch class/misnamed/{relu.hpp,06_relu.h.txt,relu.h} class/good/$'a\tb'

ln -s real.csv link.csv
(umask 027 && grade_class ../class ../link.csv)
status=$?
if [ "$status" = 0 ] && [ -L link.csv ] && [ "$(ls -l real.csv | cut -c 1-10)" = -rw-r----- ]; then
  pass 'a link to the table stays one; others read what they may'
else
  fail 'a link to the table stays one; others read what they may' "status $status, $(ls -l link.csv real.csv | tr '\n' ' ')"
fi
if [ "$(grep 'not looked at' log)" = 'good: not looked at, no answer has such a name: a b
misnamed: not looked at, no answer has such a name: 06_relu.h.txt relu.hpp sub
notes.txt: not looked at: it does not begin with '"'hologradient hand-in 1'"'' ]; then pass 'files of other names are said'; else
  fail 'files of other names are said' "$(grep 'not looked at' log | tr '\n' ' ')"
fi
mv link.csv grades.csv 2> /dev/null
for name in little big; do graded utf16_$name 'done,20,0,""$'; done
# What could not be read has no points, not 0 of them.
unread() { grep -a -q "^\"$1\",06_relu,not read,,,\"$2\",,\"\",\"$1\"$" grades.csv && pass "$1 has no points" || fail "$1 has no points" "$(grep -a "^\"$1\"" grades.csv)"; }
unread utf16_unmarked 'the file is UTF-16: save it as UTF-8'
unread zipped 'the file is no text'
unread zeros 'the file is no text'
unread blank 'the file is empty'
unread too_large 'the file has more than 200000 bytes'
graded many_errors 'does not compile,,,"answer.h:1:[0-9]*: error: '
graded many_warnings 'done,20,0,""$'
graded names_memory 'does not compile,,,"answer.h:1:2: error: '
graded large 'done,20,0,""$'
graded lacks_one 'does not compile,,,"06_relu/check.cpp:.*error: .*relu_backward'
for name in '＝1+1' '@1+1' '－1' '=1'; do graded "'$name" 'done,20,0,""$'; done
graded 'J\\xF6rg' 'done,20,0,""$'
graded Jörg 'done,20,0,""$'
said=$(grep -a '^"linked",hand-in,' grades.csv)
[ "$said" = '"linked",hand-in,not read,,,"the folder of the student is a link",,"","linked"' ] && pass 'a folder that is a link' || fail 'a folder that is a link' "$said"
if iconv -f UTF-8 -t UTF-8 grades.csv > /dev/null 2> log; then pass 'the table is UTF-8'; else
  case $(head -n 1 log) in *'command not found'*) echo "SKIP $what: the table is UTF-8: no iconv here" ;; *) fail 'the table is UTF-8' "$(head -n 1 log)" ;; esac
fi
if [ "$(wc -l < grades.csv)" -eq $((1 + 2 * $(ls -d class/*/ | wc -l))) ]; then pass 'two lines for each folder'; else
  fail 'two lines for each folder' "$(wc -l < grades.csv) lines"
fi

echo "$header" > relative.csv && chmod 604 relative.csv
(cd tree && TMPDIR=../scratch bash "$support/grade.sh" ../one ../relative.csv) > log 2>&1
if grep -q '^"loops",06_relu,too long,' relative.csv; then pass 'a relative TMPDIR'; else fail 'a relative TMPDIR' "$(tail -n 1 relative.csv)"; fi
if [ "$(ls -l relative.csv | cut -c 1-10)" = -rw----r-- ]; then pass 'others read what they could of the old table'; else
  fail 'others read what they could of the old table' "$(ls -l relative.csv)"
fi

mkdir -p forest/examples/exercises/09_relu_once_more two/ann
cp tree/examples/exercises/06_relu/check.cpp forest/examples/exercises/09_relu_once_more
cp class/good/relu.h two/ann/relu_once_more.h
echo "09_relu_once_more 1" > forest/points.txt
(cd forest && POINTS=points.txt bash "$support/grade.sh" ../two ../two.csv) > log 2>&1
if grep -q '^"ann",09_relu_once_more,done,' two.csv && ! grep -q 'not looked at' log; then pass 'a name of several words'; else
  fail 'a name of several words' "$(tail -n 1 two.csv), $(tail -n 1 log)"
fi
