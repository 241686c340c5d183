#!/bin/bash
# exercise_told_test.sh: what make exercise says of an answer that the compiler warns of, or refuses, that includes a
# solution, never ends, or leaves its vector; a run leaves nothing in the build folder.
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
told 'a copy that is changed' copies 1 '06_relu: not yet' '  .*' '  .*' '  .*' '  .*' \
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
error_told() { # NAME STUDENT SENTENCE
  told "$1" "$2" 1 '06_relu: does not compile' "  line [67]: $3"
}
with_body semicolon 'double y = x'
error_told 'a semicolon that is missing' semicolon 'a ; is missing, here or at the end of the line above'
with_body two_types 'return std::max(0, x);' '#include <algorithm>'
error_told 'two types in max' two_types 'std::max and std::min take two numbers of one type: .*'
with_body one_name 'struct Box { double data; double data() const { return 1; } }; return Box().data();'
error_told 'a member and a function of one name' one_name 'a member and a function have one name here: .*'
with_body undeclared 'return bigger(x);'
error_told 'a name without meaning' undeclared 'bigger has no meaning here: .*'
with_body no_default 'std::vector<Number> y(3);' 'struct Number { Number(double) {} };'
error_told 'a Vector that begins with Numbers of nothing' no_default 'a Number is made of a double: .*'
with_body to_double 'Number y(x); double sum = 0; sum = y; return sum;' 'struct Number { Number(double) {} };'
error_told 'a Number put into a double' to_double 'a double cannot hold what a Number was made of: .*'
with_body not_const 'const Number y{x}; return y.data();' 'struct Number { double x; double data() { return x; } };'
told 'a member function that lacks its const' not_const 1 '06_relu: does not compile' \
  '  line 4: this function must promise that it changes nothing, since it is called for a const object: write .*data() const'
with_body const_list 'const std::vector<double> y; y.push_back(x); return y[0];'
error_told 'a list that is const' const_list 'this is const, so it cannot be changed: .*'
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
