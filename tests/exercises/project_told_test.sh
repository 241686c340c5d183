#!/bin/bash
# project_told_test.sh: what make project says of an error in another stage, while a stage works, of stages 9 and 10, of a file
# without headings, of one that is not there, and of a solution that is included.
set -u
what='make project'
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/answers.sh"
own_tree

# The part of stage 2 uses what is below, and has the error of it.
{ up_to 1 tests/exercises/project/my_engine.h; skeleton 2; } |
  sed 's/^Number operator-(Number x) {.*/Number operator-(Number x) { return 0 - x; }/' > $mine
make_project
says 'an error in the part of another stage' 0 '^stage_01_tape: does not compile' \
  '^  line [0-9]*: the operator for two Numbers is in line [0-9]*, below this one' '^  line [0-9]* is in the part of stage 2$' \
  '^next: read .*/stage_02_functions/README.md'
# A stage that goes on only when its first line was read: what it says is seen while it works.
mkfifo "$here/seen"
cat > "$here/waits.sh" << END
echo '  step 100 of 1000, loss 2.5'
read -r -t 60 word < '$here/seen' && echo "  \$word" || echo '  nobody has seen it'
exit 1
END
cp examples/exercises/support/exercise.sh "$here/exercise.sh"
cp "$here/waits.sh" examples/exercises/support/exercise.sh
(bash $project/project.sh $mine all "$here/scratch" | while IFS= read -r line; do
  printf '%s\n' "$line"
  case $line in *'step 100 of'*) [ -e "$here/told" ] || { : > "$here/told" && echo 'it was seen' > "$here/seen"; } ;; esac
done) > "$here/log" 2>&1
says 'progress is shown while a stage works' 0 '^  step 100 of 1000' '^  it was seen' '^next: read '
cp "$here/exercise.sh" examples/exercises/support/exercise.sh
up_to 9 tests/exercises/project/my_engine.h > $mine
HOLO_COMPILE="$HOLO_COMPILE -O1" make_project $mine stage_09_microgpt
says 'stage 9: the same bits, twenty names, both curves' 0 '^stage_09_microgpt: done, ' '^  step 100 of 1000, loss [0-9.]*$' '^  step 1000 of 1000, ' 'naran arema shoma' '^20 of the first 20 losses are' 'yours (\*) and the one of' '^stage 10 is at the end of .*my_engine.h now' '^next: read .*/stage_10_tensor/README.md'
# A row of a table is a vector that has moved: what is read there is no number but the end of the program.
awk '/^Tensor matmul/ { print; print "  const TensorNode &a = tensors[x.place], &b = tensors[y.place];"; moved = 1; next }
  moved && /^  const TensorNode &a/ { moved = 0; next } { print }' tests/exercises/project/my_engine.h > "$here/reference.h"
make_project "$here/reference.h" stage_10_tensor
if echo 'int main() {}' | eval "$compile" -fsanitize=address -x c++ - -o '"$here/asan"' 2> /dev/null; then
  says 'stage 10: a reference into a list that has grown' 0 'stopped in the middle in matmul, line [0-9]*, called in Tensor, line [0-9]*: a reference into a vector is used after push_back'
else
  echo "SKIP $what: a reference into a list that has grown: no AddressSanitizer"
fi
# An engine that ends the program, and two that keep the places of copies.
cat > "$here/exits.h" << 'END'
#include <cstdio>
#include <cstdlib>
struct Number {
  Number(double) { std::puts("stage_01_tape: done, 56 checks"); std::exit(0); }
  double data() const { return 0; }
  double grad() const { return 0; }
};
Number operator+(Number a, Number) { return a; }
Number operator*(Number a, Number) { return a; }
void backward(Number) {}
END
make_project "$here/exits.h" stage_01_tape
says 'an engine that ends the program' 1 '^stage_01_tape: the program ended before its check did'
make_project "$here/exits.h"
says 'it is not done' 0 '^stage_01_tape: the program ended before its check did' '^next: read .*/stage_01_tape/README.md'
cat > "$here/pointers.h" << 'END'
struct Number {
  double value, *slope, da = 0, db = 0;
  Number *a = nullptr, *b = nullptr;
  Number(double number) : value(number), slope(new double(0)) {}
  double data() const { return value; }
  double grad() const { return *slope; }
};
Number operator+(Number a, Number b) {
  Number r(a.value + b.value);
  r.a = &a, r.b = &b, r.da = r.db = 1;
  return r;
}
Number operator*(Number a, Number b) {
  Number r(a.value * b.value);
  r.a = &a, r.b = &b, r.da = b.value, r.db = a.value;
  return r;
}
void send(const Number* n, double slope) {
  *n->slope += slope;
  if (n->a) send(n->a, slope * n->da), send(n->b, slope * n->db);
}
void backward(Number loss) { send(&loss, 1); }
END
copy='&a is the place of a copy that ends with this function: keep a place that stays, for example of a number in a list$'
make_project "$here/pointers.h" stage_01_tape
true # where such places lead to is anything
says 'pointers to the parents, which are copies' 0 "line 10: $copy" "^  line 15: $copy"
# The same of other ways to keep a place, and of none that keeps nothing: lines 1, 2, 6, 7 and 12.
cat > "$here/places.h" << 'END'
Number operator+(Number a, Number b) { return Number(a.d + b.d, &a, &b); }
Number operator*(Number a, const Number& b) { return Number(a.d * b.d, {&b}); }
Number exp(Number& a) { Number r(a.d); r.a = &a; return r; }
Number log(Number a) {
  Number r(a.d);
  tape.push_back(&r);
  r.back = [&] { a.grad += r.grad; };
  const auto part = [&](int i) { return i; };
  if (a.d == 1 && r.d == 2) return r;
  Node* p = &r;
  visit(&r, 1);
  return {a.d, {&a}};
}
END
lines=$(. examples/exercises/support/causes.sh && gone "$here/places.h" | cut -d : -f 1 | tr '\n' ' ')
[ "$lines" = '1 2 6 7 12 ' ] && pass 'places of what ends' || fail 'places of what ends' "$lines"
told=$(. examples/exercises/support/causes.sh && for file in tests/exercises/project/my_engine.h "$HOLO_ROOT"/examples/exercises/solutions/*.h; do gone "$file"; done)
[ -z "$told" ] && pass 'what is right keeps no such place' || fail 'what is right keeps no such place' "$told"
up_to 1 tests/exercises/project/my_engine.h | grep -v '^// ---- stage' > "$here/no_headings.h"
cp "$here/no_headings.h" "$here/before"
make_project "$here/no_headings.h"
says 'an engine without headings' 0 '^stage_01_tape: done, ' '^stage 2 is at the end'
make_project "$here/no_headings.h" stage_02_functions
make_project "$here/no_headings.h" stage_02_functions
says 'one stage that is not done' 1 '^stage_02_functions: not yet'
make_project "$here/before" stage_02_functions
says 'a stage whose skeleton is not there yet' 1 '^stage_02_functions: does not compile' "has no '// ---- stage 2: ' yet"
make_project "$here/nothing.h"
says 'an engine that is not there' 2 '^error: ANSWER=.*nothing.h: cannot be read'
echo '#include "../../../tests/exercises/project/my_engine.h"' > $mine
make_project $mine stage_02_functions
says 'an engine that includes the reference' 1 'your file includes a solution'
