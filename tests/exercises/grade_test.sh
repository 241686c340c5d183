#!/bin/bash
# grade_test.sh: make grade survives answers that loop, crash, print for ever, start processes, leave early or keep the compiler
# busy, and says so of each. An answer finds nothing to include, to read or to overwrite: no solution, no test, no file of
# another student, of the teacher or of the system. Where the system does not enforce it, this says so.
set -u
what=grade
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/class.sh"
secret=NOBODY_MAY_READ_THIS_$$
echo "#error $secret" > class/good/secret.h
echo "$secret" > secret.txt
echo kept > kept
rm -r class/wrong
solution=$HOLO_ROOT/examples/exercises/solutions/06_relu.h
reference=$HOLO_ROOT/tests/exercises/project/my_engine.h

# ---- answers that go wrong while they run ----

with_body loops 'for (volatile int i = 0;; i = i) {}'
with_body sleeps 'sleep(100);' '#include <unistd.h>'
with_body crashes 'std::abort();'
with_body prints 'for (;;) std::puts("=1+1");'
with_body eats 'std::vector<double> many(1u << 30, 1.0); return many[5];'
with_body pretends 'std::puts("06_relu: done, 20 checks\nabc 7 0"); std::exit(0);'
with_body closes 'std::fclose(stdout);' '#define HOLO_ANSWER "/etc/passwd"'
# A wrong answer that prints for itself, and whose last act is to end well.
{
  printf '#include <cstdio>\n#include <unistd.h>\n'
  sed 's/return x > 0 ? upstream : 0/std::printf("x = %g ", x); return 1 * (x > 0)/' class/good/relu.h
  echo 'static struct Last { ~Last() { std::fflush(stdout); _exit(0); } } last;'
} | hands_in ends_well
# It tries all that changes files, starts or signals processes, or reaches a network, and throws what it could do.
with_body acts "std::string did;
  const auto tried = [&did](const char* name, bool done) { if (done) did += std::string(\" \") + name; };
  tried(\"fork\", fork() >= 0); tried(\"kill\", kill(getppid(), SIGTERM) == 0); tried(\"socket\", socket(AF_INET, SOCK_STREAM, 0) >= 0);
  tried(\"open\", open(\"$here/written\", O_WRONLY | O_CREAT, 0600) >= 0); tried(\"overwrite\", open(\"$here/kept\", O_WRONLY) >= 0);
  tried(\"empty\", open(\"$here/kept\", O_RDONLY | O_TRUNC) >= 0); tried(\"remove\", std::remove(\"$here/kept\") == 0);
  tried(\"rename\", rename(\"$here/kept\", \"$here/moved\") == 0); tried(\"link\", symlink(\"$here\", \"$here/link\") == 0);
  tried(\"folder\", mkdir(\"$here/folder\", 0700) == 0); tried(\"chmod\", chmod(\"$here/kept\", 0777) == 0);
  tried(\"limit\", [] { const rlimit all = {RLIM_INFINITY, RLIM_INFINITY}; return setrlimit(RLIMIT_CPU, &all); }() == 0);
  throw std::runtime_error(\"it did:\" + did);" '#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <stdexcept>
#include <string>'
# It throws what it could read.
with_body reads "for (const char* path : {\"$solution\", \"$reference\", \"$here/class/good/relu.h\", \"$here/secret.txt\", \"/etc/passwd\", \"$here/grades.csv\"})
    if (open(path, O_RDONLY) >= 0) throw std::runtime_error(std::string(\"READ: \") + path);
  throw std::runtime_error(opendir(\"$here/class\") ? \"READ: the class\" : \"no file\");" '#include <dirent.h>
#include <fcntl.h>
#include <stdexcept>
#include <string>'
# The word that ends an honest run has 16 digits. This answer looks for it before any other code runs, wherever a process may
# find it, and says "WORD 7 0".
with_body thief '' '#include <fcntl.h>
#include <unistd.h>
#include <cctype>
#include <cstring>
[[gnu::constructor(101)]] static void steal() {
  char path[99], text[9999];
  std::snprintf(path, sizeof path, "/proc/%d/cmdline", getppid());
  for (const char* from : {"", "/proc/self/cmdline", "/proc/self/environ", (const char*)path}) {
    const long size = read(*from ? open(from, O_RDONLY) : 0, text, sizeof text - 1);
    int digits = 0;
    for (long i = 0; i < size; ++i) {
      digits = std::isxdigit(text[i]) ? digits + 1 : 0;
      if (digits == 16) std::printf("\n%.16s 7 0 \n", text + i - 15), std::fflush(stdout), _exit(0);
    }
  }
  _exit(0);
}'

# ---- answers that go wrong while they are compiled ----

printf '#error =HYPERLINK("x"),"y"\n' | hands_in broken
echo '#include "/dev/zero"' | hands_in zero
# A list of 260 million numbers.
{ echo '#include <utility>'; echo 'namespace answer { std::make_integer_sequence<int, 260000000> bomb; }'; } | hands_in bomb
sed '$d' class/good/relu.h | sed 's/relu_backward/backward/; $a\
}' | hands_in lacks_one
echo "#include \"$solution\"" | hands_in a_solution
printf '#define PATH "exercises/support/../solutions/06_relu.h"\n#include PATH\n' | hands_in macro_solution
{ echo "#include \"$reference\""; cat class/good/relu.h; } | hands_in reference
# includes STUDENT LINE: an answer that is right, below this line.
includes() { { printf '%s\n' "$2"; cat class/good/relu.h; } | hands_in "$1"; }
includes passwd '#include "/etc/passwd"'
includes other_student "#include \"$here/class/good/secret.h\""
includes assembles "#if __has_include(\"$here/class/good/secret.h\")
#include \"$here/class/good/secret.h\"
#endif
asm(\".incbin \\\"$here/secret.txt\\\"\");"

cp class/good/relu.h kept.h
echo "student,exercise,result,passed,failed,message" > grades.csv # of another time
ln -s ../class tree/-class # a name that looks like an option
grade_class -class ../grades.csv
status=$?
count=$(ls -d class/*/ | wc -l)
if [ "$status" = 0 ] && grep -q "^wrote .*: students $count, answers done " log; then pass 'a class of hostile answers is graded to its end'; else
  fail 'a class of hostile answers is graded to its end' "status $status: $(tail -n 1 log)"
fi

graded good 'done,2,0,""$'
graded loops 'too long,,,"computed for 2 seconds and was stopped; expected an answer at once. Does each loop end?"$'
graded sleeps 'too long,'
graded crashes 'crashed,,,"stopped in the middle: it calls abort(), or an exception leaves a function that promises none"$'
graded prints 'too much output,,,""$'
graded eats 'not yet,'
graded pretends 'stopped early,,,"the program ended before its check did: an answer ends with return, never with exit()"$'
graded closes 'done,2,0,'
graded ends_well 'not yet,1,1,"you give the derivative alone: multiply it by the upstream gradient"$'
graded thief 'stopped early,'
graded broken 'does not compile,,,"answer.h:1:2: error: .*=HYPERLINK(""x""),""y"""$'
graded zero '\(takes too long to compile\|does not compile\),'
graded bomb 'takes too long to compile,'
graded lacks_one 'does not compile,,,"06_relu/check.cpp:.*error: .*relu_backward'
for student in a_solution macro_solution reference; do
  graded $student 'not yet,0,1,"your file includes a solution: write your own"$'
done
if grep -q '^reading: no solution' log; then
  for student in passwd other_student; do graded $student 'does not compile,,,".*'; done
  graded assembles 'does not compile,,,'
  graded reads 'not yet,[0-9]*,[0-9]*,"no file"$'
  if grep -q -e "$secret" -e 'READ: ' -e 'root:' grades.csv; then fail 'no file is told' "$(grep -m 1 -e "$secret" -e 'READ: ' -e 'root:' grades.csv)"; else
    pass 'no file is told'
  fi
else
  echo "SKIP $what: nothing is read: $(grep '^reading' log)"
fi
if grep -q '^files: nothing' log && grep -q '^processes, network: none' log; then
  graded acts 'not yet,[0-9]*,[0-9]*,"it did:"$'
  if cmp -s kept.h class/good/relu.h && [ "$(cat kept)" = kept ] && ! [ -e written ] && ! [ -L link ] && ! [ -e folder ]; then
    pass 'nothing is made, overwritten or renamed'
  else
    fail 'nothing is made, overwritten or renamed' "$(ls | tr '\n' ' ')"
  fi
else
  echo "SKIP $what: nothing is changed or started: $(grep '^files\|^processes' log | tr '\n' ' ')"
fi

# ---- stopped by a signal: the answer, which cannot be asked to end, ends too, and the old table stays ----

mkdir one scratch
with_body deaf 'for (int s : {SIGINT, SIGTERM, SIGHUP}) std::signal(s, SIG_IGN); for (volatile int i = 0;; i = i) {}' '#include <csignal>'
mv class/deaf one
echo 'student,exercise,result,passed,failed,message' > old.csv
runs() { ps -A -o args | grep -v grep | grep -q "^$here/scratch/.*/program"; }
set -m
TMPDIR=$here/scratch GRADE_SECONDS=60 grade_class ../one ../old.csv &
group=$!
set +m
for ((i = 0; i < 600; ++i)); do
  ! runs || break
  sleep 0.3
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
[ "$(wc -l < old.csv) $(echo old.csv*)" = '1 old.csv' ] || why="$why, the table is $(tail -n 1 old.csv), $(echo old.csv*)"
[ -z "$why" ] && pass 'a signal ends the answer, and the old table stays' || fail 'a signal ends the answer, and the old table stays' "$why"
