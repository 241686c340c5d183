#!/bin/bash
# grade_test.sh: make grade survives answers that loop, crash, print for ever, start processes, write files, do not
# compile or keep the compiler busy, and says so of each in a table that no spreadsheet takes for a program.
set -u
what=grade
. "$HOLO_ROOT/tests/make/plain_build.sh"
here=$PWD
support=$HOLO_ROOT/examples/exercises/support
export HOLO_BOX=$here/box HOLO_CHECKER=$here/check.o
HOLO_COMPILE="$HOLO_COMPILE_QUICK -Wno-error -I$(printf %q "$HOLO_ROOT/examples")"
export HOLO_COMPILE GRADE_SECONDS=1 GRADE_COMPILE_SECONDS=3
pass() { echo "PASS grade: $1"; }
fail() { echo "FAIL grade: $1: $2"; }
if ! eval "$HOLO_COMPILE" '"$support/box.cpp" "$support/confine.cpp" -o "$HOLO_BOX"' > log 2>&1 ||
  ! eval "$HOLO_COMPILE" -c '"$support/check.cpp" -o "$HOLO_CHECKER"' >> log 2>&1; then
  fail 'its programs compile' "$(grep -m 1 error log)"
  exit
fi

# ---- the class: each has an answer for 02_relu ----

# hands_in STUDENT: on standard input the answer.
hands_in() { mkdir -p "class/$1" && cat > "class/$1/relu.h"; }
# with_body STUDENT CODE [INCLUDES]: an answer with this code in relu().
with_body() {
  printf '#include <cstdio>\n#include <cstdlib>\n#include <vector>\n%s\nnamespace answer {\ndouble relu(double x) { %s\n return x > 0 ? x : 0; }
double relu_backward(double x, double upstream) { return x > 0 ? upstream : 0; }\n}\n' "${3:-}" "$2" | hands_in "$1"
}
with_body good ''
sed 's/x > 0 ? upstream : 0/1 * (x > 0)/' class/good/relu.h | hands_in wrong
mkdir class/nobody
mkdir class/named && cp class/good/relu.h class/named/02_relu.h
with_body loops 'for (volatile int i = 0;; i = i) {}'
with_body sleeps 'sleep(100);' '#include <unistd.h>'
with_body crashes 'std::abort();'
with_body prints 'for (;;) std::puts("=1+1");'
with_body forks 'if (fork() >= 0) { for (;;) fork(); } throw 1;' '#include <unistd.h>'
with_body writes "std::FILE* f = std::fopen(\"$here/written\", \"w\"); if (f) std::fputs(\"x\", f), std::fclose(f); std::remove(\"$here/kept\");"
with_body eats 'std::vector<double> many(1u << 30, 1.0); return many[5];'
with_body kills 'if (kill(getppid(), SIGTERM) == 0) for (;;) {}' '#include <signal.h>
#include <unistd.h>'
with_body leaves 'std::exit(0);'
with_body pretends 'std::puts("02_relu: done, 7 checks\nabc 7 0"); std::exit(0);'
echo '#error =HYPERLINK("x"),"y"' | hands_in broken
{
  echo 'namespace answer { template <int n, int m> struct T { static const int v = T<n - 1, m>::v ^ T<n - 1, m + (1 << n)>::v; };'
  echo 'template <int m> struct T<0, m> { static const int v = m; }; double relu(double) { return T<26, 0>::v; } }'
} | hands_in bomb
echo '#include "/dev/zero"' | hands_in zero
mkdir class/links && ln -s /etc/hosts class/links/relu.h
mkdir "class/=1+1, \"q\"" && cp class/good/relu.h "class/=1+1, \"q\"/relu.h"
with_body empties "open(\"$here/kept\", O_RDONLY | O_TRUNC);" '#include <fcntl.h>'
echo kept > kept

# Of the exercises only this one, so that the test is short.
mkdir -p tree/examples/exercises/02_relu
cp "$HOLO_ROOT/examples/exercises/02_relu/check.cpp" tree/examples/exercises/02_relu
# Names that look like options.
ln -s ../class tree/-class
(cd tree && bash "$support/grade.sh" -class -grades.csv) > log 2>&1
status=$?
mv tree/-grades.csv grades.csv
if [ "$status" = 0 ] && grep -q '^wrote .*: students 20, answers done 6$' log; then
  pass 'a class of hostile answers is graded to its end'
else
  fail 'a class of hostile answers is graded to its end' "status $status: $(tail -n 1 log)"
fi

# graded STUDENT RESULT: STUDENT's line says so.
graded() {
  if grep -q "^\"$1\",02_relu,$2" grades.csv; then
    pass "$1: ${2%%,*}"
  else
    fail "$1: $2" "$(grep "^\"$1\"" grades.csv)"
  fi
}
graded good 'done,7,0,""$'
graded wrong 'not yet,5,2,"you give the derivative alone: multiply it by the upstream gradient"$'
graded nobody 'not handed in,,,""$'
graded named 'done,7,0,'
graded loops 'too long,'
graded sleeps 'too long,'
graded crashes 'crashed,'
graded prints 'too much output,,,""$'
graded eats 'not yet,'
graded leaves 'stopped early,'
graded pretends 'stopped early,'
graded broken 'does not compile,,,"answer.h:1:2: error: .*=HYPERLINK(""x""),""y"""$'
graded bomb 'takes too long to compile,'
graded zero '\(takes too long to compile\|does not compile\),'
graded links 'not a file,'
graded "'=1+1, \"\"q\"\"" 'done,'
if grep -q '^files: nothing' log; then
  [ ! -e written ] && [ -s kept ] && pass 'no file is written, emptied or removed' || fail 'no file is written, emptied or removed' "$(ls)"
else
  echo "SKIP grade: no file is written, emptied or removed: $(grep '^files' log)"
fi
if grep -q '^processes, network: none' log; then
  graded forks 'not yet,'
  graded kills 'done,'
else
  echo "SKIP grade: no process is started or reached: $(grep '^processes' log)"
fi
if bash "$support/grade.sh" "$here/nowhere" "$here/none.csv" 2> log; then
  fail 'a folder that is not there is refused' 'it was accepted'
elif [ "$(cat log)" = "error: DIR=$here/nowhere: no such folder; expected one with a folder for each student" ]; then
  pass 'a folder that is not there is refused'
else
  fail 'a folder that is not there is refused' "$(head -n 1 log)"
fi
