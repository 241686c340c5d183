#!/bin/bash
# exercise_test.sh: what make exercise says of an answer that the compiler warns of, or refuses, that includes a solution, never
# ends, prints too much, leaves its vector or ends by itself; when the check does not work; of odd paths and settings of the
# shell. Two runs at the same time judge their own answers. EX names an exercise by its word, its number or both.
set -u
what='make exercise'
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/class.sh"
. "$support/causes.sh"
mkdir folder

# ---- warnings, in the words of the course: of a file that has them all ----

cat > answer.h << 'END'
#include <vector>
struct Node { double grad; };
double whole(double x) { int y = x; return y; }
double no_return(double x) { if (x > 0) return x; }
double copies(std::vector<double> v) { for (double e : v) e *= 2; return v[0]; }
double boxes(std::vector<Node> nodes) { for (Node node : nodes) node.grad = 1; return nodes[0].grad; }
double thirds(double x) { return 1 / 3 * x; }
double constant(const std::vector<double>& c) { double sum = 0; for (double e : c) { e = 2 * e; sum += e; } return sum; }
double loops(std::vector<double> v) {
  double sum = 0;
  for (double e : v) sum += e;
  for (double& e : v) e /= 2;
  return sum;
}
double unwritten(double x) { throw "not written yet"; }
END
eval "$HOLO_COMPILE" -S -x c++ '"$here/answer.h"' -o answer.s > log 2>&1
{ copied "$here/answer.h"; warned log "$here/answer.h"; } | sort -n -s > said
cat > expected << 'END'
3: a number loses its fraction here, since it becomes a whole one: take double
4: this function ends without a return, so its result is anything
5: e is a copy, so that a change of it is lost: write double& e
6: node is a copy, so that a change of it is lost: write Node& node
7: 1 / 3 of two whole numbers is 0: write 1.0 / 3
END
grep -v -e ': this parameter is never used$' -e '^6: this variable is never used$' said | cmp -s - expected && pass 'warnings and copies' || fail 'warnings and copies' "$(tr '\n' ' ' < said)"
causes log "$here/answer.h" > said
[ "$(wc -l < said)" = 3 ] && ! grep -q 'parameter' said && pass 'three causes at most, none of what is not written' || fail 'three causes at most' "$(tr '\n' ' ' < said)"
with_body whole 'int whole = 1.5 * x; return whole;'
told 'a fraction that is lost, after the verdict' whole 1 '06_relu: not yet' '  relu: expected 2, got 3' '  line 6: a number loses its fraction here.*'

# ---- what the compiler's first error means ----

# error_told NAME SENTENCE LINE CODE: the sentence is told of this code, and the line. One compiler reads all of them: what it
# says of the others is taken out.
errors=()
printf '#include <algorithm>\n#include <vector>\nstruct Number { Number(double) {} };\n' > refused.cpp
error_told() {
  local number=${#errors[@]}
  errors+=("$1" "line "$3": $2")
  printf '%b\n' "$4" > "refused_$number.h"
  echo "#include \"refused_$number.h\"" >> refused.cpp
}
error_told 'a semicolon that is missing' 'a ; is missing, here or at the end of the line above' '[12]' 'double semicolon(double x) { double y = x\n return y; }'
error_told 'two types in max' 'std::max and std::min take two numbers of one type: ' 1 'double types(double x) { return std::max(0, x); }'
error_told 'a member and a function of one name' 'a member and a function have one name here: ' 1 'struct Box { double data; double data() const { return 1; } };'
error_told 'a name without meaning' 'bigger has no meaning here: ' 1 'double meaning(double x) { return bigger(x); }'
error_told 'a Vector that begins with Numbers of nothing' 'a Number is made of a double: ' 1 'void numbers() { std::vector<Number> y(3); }'
error_told 'a Number put into a double' 'a double cannot hold what a Number was made of: ' 1 'double sum(Number y) { double sum = 0; sum = y; return sum; }'
error_told 'a member function that lacks its const' 'this function must promise that it changes nothing, since it is called for a const object: write ' 1 \
  'struct Cell { double data() { return 1; } };\ndouble cell(const Cell& y) { return y.data(); }'
error_told 'a list that is const' 'this is const, so it cannot be changed: ' 1 'void list(const std::vector<double>& y) { y.push_back(1); }'
eval "$HOLO_COMPILE" -fsyntax-only '"$here/refused.cpp"' > log 2>&1
for ((i = 0; i < ${#errors[@]}; i += 2)); do
  sed "/refused_$i\.h/!{ /refused_[0-9]*\.h/d; }" log > log_of_one
  said=$(compile_cause log_of_one "$here/refused_$i.h")
  [[ $said = ${errors[i + 1]}* ]] && pass "${errors[i]}" || fail "${errors[i]}" "$said"
done
{ cat class/good/relu.h; echo 'int main() {}'; } | hands_in own_main
told 'a main of its own' own_main 1 '06_relu: does not compile' '  your file has a main() of its own: .*'
echo "#include \"$HOLO_ROOT/docs/../examples/exercises/solutions/06_relu.h\"" | hands_in includes
told 'a solution is refused' includes 1 '06_relu: not yet' '  your file includes a solution: write your own'

# ---- what an answer does with its program and its output is no verdict ----

with_body exits 'std::puts("06_relu: done, 2 checks"); std::exit(0);'
told 'an answer that prints a verdict and exits' exits 1 '06_relu: done, 2 checks' \
  '06_relu: the program ended before its check did: an answer ends with return, never with exit()'
with_body ignores 'std::signal(SIGXCPU, SIG_IGN); for (volatile int i = 0;; i = i) {}' '#include <csignal>'
EXERCISE_SECONDS=1 told 'an answer that ignores its limit' ignores $((128 + $(kill -l KILL))) '06_relu: computed for 1 seconds and was stopped; .*'
with_body at_index 'return std::vector<double>(1).at(1);'
told 'an index that at() refuses' at_index 1 '06_relu: not yet' '  an index leaves its vector: v\.at(i) asks for an i below v\.size()'
# prints NAME BODY: the output is cut, and what the answer is told is that it is too much.
prints() {
  with_body prints "$2"
  exercise "$HOLO_COMPILE" prints > said 2>&1
  [ "$(wc -c < said)" -lt 110000 ] && grep -q -x '06_relu: printed more than 100000 bytes: print less\. Does each loop end?' said &&
    pass "$1" || fail "$1" "$(wc -c < said) $(grep -v x said)"
}
prints 'an answer that prints endlessly' 'for (;;) std::fputs("x\n", stdout);'
prints 'an answer that prints endlessly to stderr' 'for (;;) std::fputs("x\n", stderr);'
prints 'an answer that prints a little too much' 'static int n = 0; while (n < 51000) ++n, std::fputs("x\n", stdout);'
with_body tells 'std::puts("here"); std::abort();'
told 'what an answer has printed before it stops' tells $((128 + $(kill -l ABRT))) 'here' '06_relu: stopped in the middle.*'

# ---- what is not the fault of the answer is not told to it ----

# not_judged NAME COMPILE PATTERN
not_judged() {
  local status
  exercise "$2" good > said 2> said.error
  status=$?
  [ $status = 2 ] && ! [ -s said ] && grep -q "^error: 06_relu: its check does not work here, so your answer was not judged: a right answer does not .* either: $3" said.error &&
    pass "not judged: $1" || fail "not judged: $1" "$status $(cat said said.error | tr '\n' ' ')"
}
not_judged 'a compiler that is not there' no_compiler_has_this_name '.*no_compiler_has_this_name'
printf '#!/bin/sh\nfor word; do if [ "$last" = -o ]; then cp "%s" "$word"; fi; last=$word; done\n' "$(command -v false)" > makes_false && chmod +x makes_false
not_judged 'programs that do not run' "$(printf %q "$here/makes_false")" 'status 1'
mkdir -p quiet && cp -r class/good quiet
HOLO_COMPILE=no_compiler_has_this_name grade_class ../quiet ../grades.csv
status=$?
graded good 'not judged,,,"its check does not work here, since a right answer fails too: no_compiler_has_this_name: No such file or directory"$'
[ $status = 2 ] && grep -q '^no grade: 1 of 1 hand-ins' log && tail -n 1 log | grep -q '^error: 1 answers were not judged' && ! grep -q ',0,' grades.csv &&
  pass 'a class whose compiler is not there has no grades' || fail 'a class whose compiler is not there has no grades' "$status $(tail -n 1 log)"
closed=$here/class/good/relu.h/folder # root too makes no folder in a file
(cd tree && bash "$support/exercise.sh" 06_relu "$here/class/good/relu.h" "$closed") > said 2>&1
status=$?
[ "$status $(cat said)" = "2 error: $closed: cannot be written; expected a tree of your own, or a folder for what is built: make B=/path/of/yours" ] &&
  pass 'a tree that one may not write' || fail 'a tree that one may not write' "$status $(cat said)"

# ---- names of folders and files, and settings of the user's shell: nothing of them is code, or changes a word ----

odd="$here/o d\$x'q\"[z]&;\\ü" name="-a = \$x'q\"[z]&;\\ü.h"
mkdir -p "$odd/class" && cp -r tree "$odd" && ln -s "$support" "$odd/tree/examples/exercises"
sed '$d' class/good/relu.h > "$odd/tree/$name" && cp -r class/good "$odd/class/a \$b"
# by_hand ANSWER: in a tree of that name.
by_hand() { (cd "$odd/tree" && bash -p examples/exercises/support/exercise.sh 06_relu "$1" folder) 2>&1; }
by_hand "$name" > said
grep -q -x '  line 8: a } is missing: each { has one' said && grep -q -x -e '  -a = .*\.h:8:[0-9]*: error: .*' said &&
  pass 'an error in a path with all kinds of characters' || fail 'an error in a path with all kinds of characters' "$(tr '\n' ' ' < said)"
echo 'echo noise; set -o noclobber; shopt -s failglob expand_aliases; alias grep="grep --color=always"; cd() { builtin cd "$@"; pwd; }' > noise.sh
. "$HOLO_ROOT/tests/comma_locale.sh"
(cd tree && env CDPATH=.:/tmp BASH_ENV="$here/noise.sh" ENV="$here/noise.sh" GREP_OPTIONS=--color=always POSIXLY_CORRECT=1 SHELLOPTS=noclobber AWKPATH=/ \
  LC_ALL=${comma:-C} LANGUAGE=de 'BASH_FUNC_cd%%=() { builtin cd "$@"; pwd; }' TMPDIR="$odd" bash -p "$support/grade.sh" "$odd/class" "$odd/o \$t.csv") > log 2>&1
grep -q '^"good",06_relu,done,2,0,"",2,"","a $b/handin.txt",$' "$odd/o \$t.csv" && ! grep -q noise log && pass 'a class below such a path, with odd settings of the shell' ||
  fail 'a class below such a path, with odd settings of the shell' "$(cat log "$odd/o \$t.csv" | tr '\n' ' ')"
TMPDIR=$here/nowhere grade_class ../quiet ../quiet.csv
[ "$(cat log)" = "error: TMPDIR=$here/nowhere: cannot be written; expected a folder for temporary files: TMPDIR=/path/of/yours" ] && pass 'a TMPDIR that is not there' ||
  fail 'a TMPDIR that is not there' "$(cat log)"

# ---- an index that leaves its vector ----

if ! echo '#include <vector>' | eval "$compile_anew" -E -dM -x c++ - 2> /dev/null | grep -q __GLIBCXX__; then
  echo "SKIP $what: an index that leaves its vector is noticed: another standard library"
else
  with_body outside 'std::vector<double> three(3); if (at(three) > 1e300) return 5;' 'double at(const std::vector<double>& v) { return v[3]; }'
  said=$(exercise "$compile_anew" outside 2> /dev/null)
  status=$?
  place=
  echo 'int main() {}' | eval "$compile_anew" -fsanitize=address -x c++ - -o asan 2> log && place=' in at, line 4, called in relu, line 6'
  [ "$status $said" = "134 06_relu: stopped in the middle$place: an index leaves its vector: v[i] asks for an i below v.size()" ] &&
    pass 'an index that leaves its vector is noticed' || fail 'an index that leaves its vector is noticed' "$status $said"
fi
if [ "${place-}" ]; then
  with_body ended 'keep(x); const volatile double seen = *kept.back(); std::abort();' 'std::vector<const double*> kept; void keep(double x) { kept.push_back(&x); }'
  said=$(exercise "$compile_anew" ended 2> /dev/null)
  [[ $said = '06_relu: stopped in the middle in relu, line 6: what is used here has ended with its function: '* ]] &&
    pass 'an address that is kept too long is named' || fail 'an address that is kept too long is named' "$said"
fi
[ "$(crash_cause $((128 + $(kill -l KILL))) /dev/null /dev/null)" = 'the signal KILL ended it' ] && pass 'a signal is named' || fail 'a signal is named' ''
echo heap-use-after-free > said.error
[[ $(crash_cause 139 said.error log) = 'a reference into a vector is used after push_back'* ]] && pass 'memory that has moved is named' ||
  fail 'memory that has moved is named' "$(crash_cause 139 said.error log)"

# ---- two at the same time, below a path with all kinds of characters, and the names of exercises ----

# A compiler that returns when both have compiled.
cat > both << END
#!/bin/bash
$HOLO_COMPILE "\$@" || exit
touch "$here/compiled.\$\$"
for ((i = 0; i < 600; ++i)); do
  set -- "$here"/compiled.*
  if [ \$# -gt 1 ]; then exit; fi
  sleep 0.1
done
END
chmod +x both
cp class/good/relu.h "$odd/tree/$name" && cp class/wrong/relu.h "$odd/tree/wrong.h"
HOLO_COMPILE=$(printf %q "$here/both") by_hand "$name" > good.out &
HOLO_COMPILE=$(printf %q "$here/both") by_hand wrong.h > wrong.out
status=$?
wait $! && [ "$(cat good.out)" = '06_relu: done, 2 checks' ] && [ "$(head -n 1 wrong.out)" = '06_relu: not yet' ] && [ $status = 1 ] &&
  pass 'two at the same time judge their own answers' ||
  fail 'two at the same time judge their own answers' "$(cat good.out), $status $(head -n 1 wrong.out)"

printf '\377\376d\000' | hands_in utf16
told 'UTF-16 is named' utf16 1 '06_relu: does not compile' '  the file is UTF-16: save it as UTF-8'
[ -z "$(ls folder)" ] && pass 'nothing is left' || fail 'nothing is left' "$(ls folder | tr '\n' ' ')"

# A makefile that has of ours what finds the exercise.
cat > makefile << END
call_files = \$(wildcard \$(1))
$(sed -n '/^exercises :=/,/^\$(if .*goals/p' "$HOLO_ROOT/src/make/course.mk" | sed '$d; s/call files,/call call_files,/')
all: ; @echo \$(exercise)
END
ln -s "$HOLO_ROOT/examples" examples
while read -r ex name; do
  found=$(make --no-print-directory -f makefile EX="$ex" 2>&1)
  [ "$found" = "$name" ] && pass "EX=$ex" || fail "EX=$ex" "'$found', not '$name'"
done << 'END'
relu 06_relu
06_relu 06_relu
06 06_relu
6 06_relu
1 01_engine
17 17_holo_gate_flow_inverse
squared_relu 14_squared_relu
02_relu
18
relu_
END
