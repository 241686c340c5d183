#!/bin/bash
# grade_test.sh: make grade survives answers that loop, crash, print for ever, start processes, write files, do not
# compile or keep the compiler busy, and says so of each in a table that no spreadsheet takes for a program.
set -u
what=grade
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/class.sh"

# ---- the class ----

mkdir class/nobody
mkdir class/named && cp class/good/relu.h class/named/06_relu.h
mkdir class/two_names && cp class/good/relu.h class/two_names/06_relu.h && cp class/wrong/relu.h class/two_names
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
with_body closes 'std::fclose(stdout);'
with_body pretends 'std::puts("06_relu: done, 20 checks\nabc 7 0"); std::exit(0);'
echo '#error =HYPERLINK("x"),"y"' | hands_in broken
{
  echo 'namespace answer { template <int n, int m> struct T { static const int v = T<n - 1, m>::v ^ T<n - 1, m + (1 << n)>::v; };'
  echo 'template <int m> struct T<0, m> { static const int v = m; }; double relu(double) { return T<26, 0>::v; } }'
} | hands_in bomb
mkdir bombs && mv class/bomb bombs # a short time is enough to see it
echo '#include "/dev/zero"' | hands_in zero
mkdir class/links && ln -s /etc/hosts class/links/relu.h
mkdir "class/=1+1, \"q\"" && cp class/good/relu.h "class/=1+1, \"q\"/relu.h"
with_body empties "open(\"$here/kept\", O_RDONLY | O_TRUNC);" '#include <fcntl.h>'
echo kept > kept

# The word that ends an honest run, as an answer might look for it: each says "WORD 7 0" before main() begins.
# thief STUDENT CODE [PRIORITY]: the code puts the word into `word`.
thief() {
  with_body "$1" '' '#include <fcntl.h>
#include <unistd.h>
#include <cstring>
[[gnu::constructor'"${3:-}"']] static void steal() {
  char text[9999] = {}, *word = text; const char* from = ""; int size = 0; '"$2"'
  if (*from) {
    size = static_cast<int>(read(open(from, O_RDONLY), text, sizeof text - 1));
    for (int i = 0; i + 1 < size; ++i) if (!text[i]) word = text + i + 1;
  }
  word[std::strcspn(word, "\n")] = 0;
  std::printf("\n%s 7 0 \n", word); std::fflush(stdout); _exit(0);
}'
}
thief reads_own_command 'from = "/proc/self/cmdline";'
thief reads_other_command 'char path[99]; std::sprintf(path, "/proc/%d/cmdline", getppid()); from = path;'
thief reads_environment 'from = "/proc/self/environ";'
thief reads_input 'read(0, text, sizeof text - 1);'
thief reads_input_first 'read(0, text, sizeof text - 1);' '(101)'
# A wrong answer whose last act is to end well.
sed 's/x > 0 ? upstream : 0/1 * (x > 0)/' class/good/relu.h | sed '$a\
#include <unistd.h>\
static struct Last { ~Last() { std::fflush(stdout); _exit(0); } } last;' | hands_in ends_well
# It prints for itself, without ends of lines.
sed 's/x > 0 ? upstream : 0/(std::printf("x = %g ", x), 1 * (x > 0))/' class/wrong/relu.h |
  sed 's/return 1 \* (x > 0)/return (std::printf("x = %g ", x), 1 * (x > 0))/' | hands_in traces

# Names that look like options.
ln -s ../class tree/-class
grade_class -class -grades.csv
status=$?
mv tree/-grades.csv grades.csv
if [ "$status" = 0 ] && grep -q '^wrote .*: students 28, answers done 8$' log; then
  pass 'a class of hostile answers is graded to its end'
else
  fail 'a class of hostile answers is graded to its end' "status $status: $(tail -n 1 log)"
fi

graded good 'done,20,0,""$'
graded wrong 'not yet,5,3,"you give the derivative alone: multiply it by the upstream gradient"$'
graded nobody 'not handed in,,,""$'
graded named 'done,20,0,'
graded two_names 'done,20,0,'
graded loops 'too long,,,"computed for 2 seconds and was stopped; expected an answer at once. Does each loop end?"'
graded sleeps 'too long,'
graded crashes 'crashed,,,"stopped in the middle.*: it calls abort(), or an exception leaves a function that promises none"'
graded prints 'too much output,,,""$'
graded eats 'not yet,'
graded leaves 'stopped early,,,"the program ended before its check did: an answer ends with return, never with exit()"'
graded closes 'done,20,0,'
graded pretends 'stopped early,'
graded broken 'does not compile,,,"answer.h:1:2: error: .*=HYPERLINK(""x""),""y"""$'
graded zero '\(takes too long to compile\|does not compile\),'
graded links 'not read,'
for way in own_command other_command environment input input_first; do graded reads_$way 'stopped early,'; done
graded ends_well 'not yet,5,3,'
graded traces 'not yet,5,3,"you give the derivative alone: multiply it by the upstream gradient"$'
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
GRADE_COMPILE_SECONDS=6 grade_class ../bombs ../grades.csv
graded bomb 'takes too long to compile,'
