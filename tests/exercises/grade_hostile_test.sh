#!/bin/bash
# grade_hostile_test.sh: a hand-in finds nothing to include, to read or to overwrite: no solution, no test, no file of another
# student, of the teacher or of the system, by no way that a compiler or a program has for it; none of its processes outlives
# its run. Where the system does not enforce it, this says so.
set -u
what='a hostile answer'
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/class.sh"
secret=NOBODY_MAY_READ_THIS_$$
echo "#error $secret" > class/good/secret.h
echo "$secret" > secret.txt
solution=$HOLO_ROOT/examples/exercises/solutions/06_relu.h
reference=$HOLO_ROOT/tests/exercises/project/my_engine.h

# includes STUDENT LINE: an answer that is right, below this line.
includes() { { printf '%s\n' "$2"; cat class/good/relu.h; } | hands_in "$1"; }
echo "#include \"$solution\"" | hands_in a_solution
echo "#include_next \"$solution\"" | hands_in next_solution
echo '#include "exercises/solutions/06_relu.h"' | hands_in searched_solution
echo '#include "exercises/support/../solutions/06_relu.h"' | hands_in roundabout_solution
printf '#define PATH "%s"\n#include PATH\n' "$solution" | hands_in macro_solution
includes reference "#include \"$reference\""
includes passwd '#include "/etc/passwd"'
includes other_student "#include \"$here/class/good/secret.h\""
includes home_file "#include \"$here/secret.txt\""
includes asks "#if __has_include(\"$here/class/good/secret.h\")
#include \"$here/class/good/secret.h\"
#endif"
includes embeds "static const unsigned char stolen[] = {
#embed \"$here/secret.txt\"
};"
includes assembles "asm(\".incbin \\\"$here/secret.txt\\\"\");"
includes assembles_more "asm(\".include \\\"$here/secret.txt\\\"\");"
# reads STUDENT FILE: it prints the beginning of the file as its message.
reads() {
  with_body "$1" "static char text[200]; int f = open(\"$2\", O_RDONLY); if (f >= 0 && read(f, text, 100) > 0) throw std::runtime_error(std::string(\"READ: \") + text);
    throw std::runtime_error(\"no file\");" '#include <fcntl.h>
#include <unistd.h>
#include <stdexcept>
#include <string>'
}
reads reads_solution "$solution"
reads reads_reference "$reference"
reads reads_other "$here/class/good/relu.h"
reads reads_secret "$here/secret.txt"
reads reads_passwd /etc/passwd
reads reads_table "$here/grades.csv"
with_body lists "DIR* d = opendir(\"$here/class\"); throw std::runtime_error(d ? \"READ: the class\" : \"no folder\");" '#include <dirent.h>
#include <stdexcept>'
with_body overwrites "std::ofstream(\"$here/grades.csv\") << 1; std::ofstream(\"$here/class/good/relu.h\") << 1; std::ofstream(\"$here/new\") << 1; std::ofstream(\"/tmp/holo_hostile_$$\") << 1;
  rename(\"$here/secret.txt\", \"$here/moved\"); symlink(\"$here\", \"$here/link\"); mkdir(\"$here/folder\", 0700);" '#include <fstream>
#include <sys/stat.h>
#include <unistd.h>'
with_body outlives "if (fork() == 0) { setsid(); if (fork() == 0) { signal(SIGHUP, SIG_IGN); execl(\"/bin/sleep\", \"sleep\", \"$((7000 + $$ % 1000)).5\", nullptr); } }" '#include <signal.h>
#include <unistd.h>'
# What its own hand-in says it is called.
includes macros '#define HOLO_ANSWER "/etc/passwd"'

cp class/good/relu.h kept.h
echo "student,exercise,result,passed,failed,message" > grades.csv # of another time
grade_class ../class ../grades.csv
status=$?
if [ "$status" = 0 ] && grep -q '^wrote .*: students 25, ' log; then pass 'all of them are graded to the end'; else
  fail 'all of them are graded to the end' "status $status: $(tail -n 1 log)"
fi
for student in a next searched roundabout macro; do
  graded ${student}_solution 'not yet,0,1,"your file includes a solution: write your own"$'
done
graded reference 'not yet,0,1,"your file includes a solution: write your own"$'
if grep -q '^reading: no solution' log; then
  for student in passwd other_student home_file asks; do
    graded $student '\(does not compile,,,".*\|done,.*\)'
  done
  graded embeds 'does not compile,,,'
  graded assembles 'does not compile,,,'
  graded assembles_more 'does not compile,,,'
  for student in solution reference other secret passwd table; do graded reads_$student 'not yet,[0-9]*,[0-9]*,"no file"$'; done
  graded lists 'not yet,[0-9]*,[0-9]*,"no folder"$'
  if grep -q -e "$secret" -e 'READ: ' -e 'root:' grades.csv; then fail 'no file is told' "$(grep -m 1 -e "$secret" -e 'READ: ' -e 'root:' grades.csv)"; else
    pass 'no file is told'
  fi
else
  echo "SKIP $what: nothing is read: $(grep '^reading' log)"
fi
graded good 'done,20,0,""$'
if grep -q '^files: nothing' log; then
  graded overwrites 'done,'
  if cmp -s kept.h class/good/relu.h && [ "$(cat secret.txt)" = "$secret" ] && ! [ -e new ] && ! [ -L link ] && ! [ -e folder ] && ! [ -e /tmp/holo_hostile_$$ ]; then
    pass 'nothing is made, overwritten or renamed'
  else
    fail 'nothing is made, overwritten or renamed' "$(ls | tr '\n' ' ')"
  fi
else
  echo "SKIP $what: nothing is made, overwritten or renamed: $(grep '^files' log)"
fi
if grep -q '^processes, network: none' log; then
  if ps -A -o args | grep -v grep | grep -q "sleep $((7000 + $$ % 1000)).5"; then fail 'no process outlives its run' 'it sleeps on'; else
    pass 'no process outlives its run'
  fi
else
  echo "SKIP $what: no process outlives its run: $(grep '^processes' log)"
fi
