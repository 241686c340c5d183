#!/bin/bash
# exercise_told_test.sh: what make exercise says of an answer that the compiler warns of, or refuses, that includes a
# solution, never ends, leaves its vector or ends by itself; when the check does not work; of odd paths and settings of the shell.
set -u
what='make exercise'
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/class.sh"
mkdir folder

# What the compiler warns of is said in the words of the course, after the verdict.
with_body whole 'if (x > 0) { int whole = x; return whole; }'
told 'a fraction that is lost' whole 1 '06_relu: not yet' '  your result has lost its fraction.*' '  .*' '  .*' \
  '  line 6: a number loses its fraction here.*'
sed 's/{ return x > 0 ? upstream : 0; }/{ if (x > 0 \&\& upstream > 100) return upstream; }/' class/good/relu.h | hands_in no_return
exercise "$compile_anew" no_return > said 2> /dev/null
grep -q -x '  line 8: this function ends without a return, so its result is anything' said &&
  pass 'a return that is missing' || fail 'a return that is missing' "$(tr '\n' ' ' < said)"
with_body copies 'std::vector<double> v(1, x); for (double e : v) e *= 2; return v[0] + 1;'
told 'a copy that is changed' copies 1 '06_relu: not yet' '  .*' '  .*' '  .*' \
  '  line 6: e is a copy, so that a change of it is lost: write double& e'
with_body copied_box 'struct Node { double grad; }; std::vector<Node> nodes(1); for (Node node : nodes) node.grad = x; return nodes[0].grad;'
told 'a copy that is changed, and never used' copied_box 1 '06_relu: not yet' '  .*' '  .*' '  .*' \
  '  line 6: node is a copy, so that a change of it is lost: write Node& node'
with_body constant 'auto twice = [](const std::vector<double>& v) { double sum = 0; for (double e : v) { e = 2 * e; sum += e; } return sum; }; return twice({x});'
exercise "$HOLO_COMPILE" constant 2> /dev/null | grep -q 'write double& e' && fail 'a list that is const has no double& e' "$(exercise "$HOLO_COMPILE" constant | tail -n 1)" ||
  pass 'a list that is const has no double& e'
with_body thirds 'return 1 / 3 * x;'
told 'two whole numbers divided' thirds 1 '06_relu: not yet' '  all numbers are 0.*' '  .*' '  .*' \
  '  line 6: 1 / 3 of two whole numbers is 0: write 1.0 / 3'
# What the compiler's first error means.
# error_told NAME SENTENCE CODE [INCLUDES]: the sentence is told of an answer with this code.
error_told() {
  with_body refused "${@:3}"
  told "$1" refused 1 '06_relu: does not compile' "  line [67]: $2"
}
error_told 'a semicolon that is missing' 'a ; is missing, here or at the end of the line above' 'double y = x'
error_told 'two types in max' 'std::max and std::min take two numbers of one type: .*' 'return std::max(0, x);' '#include <algorithm>'
error_told 'a member and a function of one name' 'a member and a function have one name here: .*' 'struct Box { double data; double data() const { return 1; } }; return Box().data();'
error_told 'a name without meaning' 'bigger has no meaning here: .*' 'return bigger(x);'
error_told 'a Vector that begins with Numbers of nothing' 'a Number is made of a double: .*' 'std::vector<Number> y(3);' 'struct Number { Number(double) {} };'
error_told 'a Number put into a double' 'a double cannot hold what a Number was made of: .*' 'Number y(x); double sum = 0; sum = y; return sum;' 'struct Number { Number(double) {} };'
with_body not_const 'const Number y{x}; return y.data();' 'struct Number { double x; double data() { return x; } };'
told 'a member function that lacks its const' not_const 1 '06_relu: does not compile' \
  '  line 4: this function must promise that it changes nothing, since it is called for a const object: write .*data() const'
error_told 'a list that is const' 'this is const, so it cannot be changed: .*' 'const std::vector<double> y; y.push_back(x); return y[0];'
with_body two_loops 'std::vector<double> v(1, x); double sum = 0; (void)sum;
 for (double e : v) sum += e;
 for (double& e : v) e /= 2;
 return v[0] + 1;'
exercise "$HOLO_COMPILE" two_loops 2> /dev/null | grep -q 'is a copy' && fail 'a loop that changes no copy' 'it is told so' ||
  pass 'a loop that changes no copy'
sed 's/{ return x > 0 ? upstream : 0; }/{\n  throw std::logic_error("not written yet: backward");\n}/' class/good/relu.h | sed '1i #include <stdexcept>' | hands_in unwritten
exercise "$HOLO_COMPILE" unwritten 2> /dev/null | grep -q 'never used' && fail 'what is not written uses no parameter' "$(exercise "$HOLO_COMPILE" unwritten | tail -n 2)" ||
  pass 'what is not written uses no parameter'
{ cat class/good/relu.h; echo 'int main() {}'; } | hands_in own_main
told 'a main of its own' own_main 1 '06_relu: does not compile' '  your file has a main() of its own: .*'
for path in exercises/solutions "$HOLO_ROOT/examples/exercises/solutions" "$HOLO_ROOT/docs/../examples/exercises/solutions"; do
  echo "#include \"$path/06_relu.h\"" | hands_in includes
  told "a solution is refused: ${path#"$HOLO_ROOT/"}" includes 1 '06_relu: not yet' \
    '  your file includes a solution: write your own'
done
mkdir third && mv class/includes third && grade_class ../third ../grades.csv
graded includes 'not yet,0,1,"your file includes a solution: write your own"$'
with_body endless 'std::raise(SIGXCPU);' '#include <csignal>'
told 'a limit of time is said' endless $((128 + $(kill -l XCPU))) \
  '06_relu: computed for 10 seconds and was stopped; expected an answer at once. Does each loop end?'

# What an answer does with its program and its output is no verdict.
early='06_relu: the program ended before its check did: an answer ends with return, never with exit()'
with_body exits 'std::puts("06_relu: done, 20 checks"); std::exit(0);'
told 'an answer that prints a verdict and exits' exits 1 '06_relu: done, 20 checks' "$early"
with_body exits_before '' 'static const int started = (std::_Exit(0), 1);'
told 'an answer that exits before its check begins' exits_before 1 "$early"
with_body exits_three 'std::exit(3);'
told 'an answer that exits with another status' exits_three 1 "$early"
with_body closes 'std::fclose(stdout); close(1);' '#include <unistd.h>'
told 'an answer that closes its output is judged' closes 0 '06_relu: done, 20 checks'
sed 's/x > 0 ? upstream : 0/(void)std::atexit([] { std::puts("06_relu: done, 20 checks"); }), 1.0 * (x > 0)/' class/good/relu.h | hands_in ends_with
told 'an answer that has the last word' ends_with 1 '06_relu: not yet' '  you give the derivative alone.*'
exercise "$HOLO_COMPILE" ends_with 2> /dev/null | grep -q done && fail 'an answer that has the last word prints nothing' "$(exercise "$HOLO_COMPILE" ends_with | tail -n 1)" ||
  pass 'an answer that has the last word prints nothing'
with_body kills_itself 'std::raise(SIGKILL);' '#include <csignal>'
exercise "$HOLO_COMPILE" kills_itself 2> /dev/null | grep -q 'stopped in the middle: the signal KILL ended it$' && pass 'a signal is named' ||
  fail 'a signal is named' "$(exercise "$HOLO_COMPILE" kills_itself 2>&1 | tail -n 1)"

with_body ignores 'std::signal(SIGXCPU, SIG_IGN); for (volatile int i = 0;; i = i) {}' '#include <csignal>'
EXERCISE_SECONDS=1 told 'an answer that ignores its limit' ignores $((128 + $(kill -l KILL))) '06_relu: computed for 1 seconds and was stopped; .*'

# not_judged NAME COMPILE PATTERN: what is not the fault of the answer is not told to it.
not_judged() {
  local status
  exercise "$2" good > said 2> said.error
  status=$?
  [ $status = 2 ] && ! [ -s said ] && grep -q "^error: 06_relu: its check does not work here, so your answer was not judged: a right answer does not .* either: $3" said.error &&
    pass "not judged: $1" || fail "not judged: $1" "$status $(cat said said.error | tr '\n' ' ')"
}
not_judged 'a compiler that is not there' no_compiler_has_this_name '.*no_compiler_has_this_name'
not_judged 'a flag that the compiler does not know' "$HOLO_COMPILE -march=none_such" '.*none_such'
HOLO_CHECKER=$here/no_check.o not_judged 'a part of the check that is not there' "$HOLO_COMPILE" '.*no_check.o'
printf '#!/bin/sh\nfor word; do if [ "$last" = -o ]; then cp "%s" "$word"; fi; last=$word; done\n' "$(command -v false)" > makes_false && chmod +x makes_false
not_judged 'programs that do not run' "$(printf %q "$here/makes_false")" 'status 1'
HOLO_COMPILE=no_compiler_has_this_name GRADE_COMPILE_SECONDS=5 MOODLE=../moodle.csv grade_class ../class ../grades.csv
status=$?
graded good 'not judged,,,"its check does not work here, since a right answer fails too: no_compiler_has_this_name: No such file or directory"$'
count=$(ls class | wc -l)
[ $status = 2 ] && grep -q "^no grade: $count of $count hand-ins" log && tail -n 1 log | grep -q "^error: $count answers were not judged" &&
  grep -q '^,"good",,-,"no grade: 06_relu: its check' moodle.csv && ! grep -q ',0,' grades.csv moodle.csv && pass 'a class whose compiler is not there has no grades' ||
  fail 'a class whose compiler is not there has no grades' "$status $(tail -n 1 log) $(grep -m 1 ',0,' grades.csv)"
closed=$here/class/good/relu.h/folder # root too makes no folder in a file
(cd "$HOLO_ROOT" && bash "$support/exercise.sh" 06_relu "$here/class/good/relu.h" "$closed") > said 2>&1
status=$?
[ "$status $(cat said)" = "2 error: $closed: cannot be written; expected a tree of your own, or a folder for what is built: make B=/path/of/yours" ] &&
  pass 'a tree that one may not write' || fail 'a tree that one may not write' "$status $(cat said)"

# Names of folders and files, and settings of the user's shell: nothing of them is code, or changes a word.
odd="$here/o d\$x'q\"[z]&;\\ü"
mkdir "$odd" && cp class/good/relu.h "$odd/-a = \$x'q\"[z]&;\\ü.h" && sed '$d' class/good/relu.h > "$odd/open.h"
mkdir "$odd/tree" && ln -s "$HOLO_ROOT/examples" "$HOLO_ROOT/include" "$odd/tree"
# by_hand ANSWER: in a tree of that name.
by_hand() { (cd "$odd/tree" && bash -p examples/exercises/support/exercise.sh 06_relu "$1" folder) 2>&1; }
[ "$(by_hand "$odd/-a = \$x'q\"[z]&;\\ü.h")" = '06_relu: done, 20 checks' ] && pass 'a path with all kinds of characters' ||
  fail 'a path with all kinds of characters' "$(by_hand "$odd/-a = \$x'q\"[z]&;\\ü.h")"
cp "$odd/-a = \$x'q\"[z]&;\\ü.h" "$odd/tree"
[ "$(by_hand "-a = \$x'q\"[z]&;\\ü.h")" = '06_relu: done, 20 checks' ] && pass 'a name like an option' || fail 'a name like an option' "$(by_hand "-a = \$x'q\"[z]&;\\ü.h")"
cp "$odd/open.h" "$odd/tree"
by_hand open.h > said
grep -q -x '  line 8: a } is missing: each { has one' said && grep -q -x '  open.h:8:[0-9]*: error: .*' said && pass 'an error below such a path' || fail 'an error below such a path' "$(tr '\n' ' ' < said)"
mkdir "$odd/class" "$odd/class/a \$b" && cp class/good/relu.h "$odd/class/a \$b" && cp open.h "$odd/class" 2> /dev/null
(cd "$odd/tree" && TMPDIR=$odd FEEDBACK="$odd/p \$f" bash -p examples/exercises/support/grade.sh "$odd/class" "$odd/o \$t.csv") > log 2>&1
grep -q '^"a $b",06_relu,done,20,0,' "$odd/o \$t.csv" && [ -s "$odd/p \$f/a \$b.txt" ] && pass 'a class below such a path' || fail 'a class below such a path' "$(tail -n 2 log)"
echo 'echo noise; set -o noclobber; shopt -s failglob expand_aliases; alias grep="grep --color=always"; cd() { builtin cd "$@"; pwd; }' > noise.sh
mkdir -p quiet/good && cp class/good/relu.h quiet/good
quiet() { (cd "$HOLO_ROOT/examples/.." && env "$@" bash -p "$support/grade.sh" "$here/quiet" "$here/quiet.csv") > log 2>&1; cat log quiet.csv; }
. "$HOLO_ROOT/tests/comma_locale.sh"
quiet > plain
quiet CDPATH=.:/tmp BASH_ENV="$here/noise.sh" ENV="$here/noise.sh" GREP_OPTIONS=--color=always POSIXLY_CORRECT=1 SHELLOPTS=noclobber AWKPATH=/ \
  LC_ALL=${comma:-C} 'BASH_FUNC_cd%%=() { builtin cd "$@"; pwd; }' > changed
quiet -u HOME -u TMPDIR LC_ALL=${comma:-C} LANGUAGE=de > changed_more
cmp -s plain changed && cmp -s plain changed_more && grep -q '^"good",06_relu,done' plain && pass 'settings of the shell change nothing' ||
  fail 'settings of the shell change nothing' "$(diff plain changed | head -n 3) $(diff plain changed_more | head -n 3)"
TMPDIR=$here/nowhere grade_class ../quiet ../quiet.csv
[ "$(cat log)" = "error: TMPDIR=$here/nowhere: cannot be written; expected a folder for temporary files: TMPDIR=/path/of/yours" ] && pass 'a TMPDIR that is not there' ||
  fail 'a TMPDIR that is not there' "$(cat log)"

if ! echo '#include <vector>' | eval "$compile_anew" -E -dM -x c++ - 2> /dev/null | grep -q __GLIBCXX__; then
  echo "SKIP $what: an index that leaves its vector is noticed: another standard library"
else
  with_body outside 'std::vector<double> three(3); if (three[3] > 1e300) return 5;'
  said=$(exercise "$compile_anew" outside 2> /dev/null)
  status=$?
  place=
  echo 'int main() {}' | eval "$compile_anew" -fsanitize=address -x c++ - -o asan 2> log && place=' in relu, line 6'
  [ "$status $said" = "134 06_relu: stopped in the middle$place: an index leaves its vector: v[i] asks for an i below v.size()" ] &&
    pass 'an index that leaves its vector is noticed' || fail 'an index that leaves its vector is noticed' "$status $said"
  with_body outside_at 'std::vector<double> three(3); if (at(three) > 1e300) return 5;' 'double at(const std::vector<double>& v) { return v[3]; }'
  said=$(exercise "$compile_anew" outside_at 2> /dev/null)
  case "$place $said" in
    ' '* | *'stopped in the middle in at, line 4, called in relu, line 6: an index leaves its vector'*) pass 'who called the function with that index' ;;
    *) fail 'who called the function with that index' "$said" ;;
  esac
  mkdir one && mv class/outside one
  HOLO_COMPILE=$compile_anew GRADE_COMPILE_SECONDS=30 grade_class ../one ../grades.csv
  graded outside "crashed,,,\"stopped in the middle$place: an index leaves its vector: v.i. asks for an i below v.size()\"$"
fi

[ -z "$(ls folder)" ] && pass 'nothing is left' || fail 'nothing is left' "$(ls folder | tr '\n' ' ')"
