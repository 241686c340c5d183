#!/bin/bash
# judge_test.sh: what the check of an exercise takes for equal, and what it says of answers. What the judge says of numbers that no
# single mistake of a list gives: mistakes that each give a part, one that gives most, one that gives a number by chance, an
# exception, zeros, which have too many causes, and what is true of numbers.
set -u
what=judge
. "$HOLO_ROOT/tests/make/plain_build.sh"
cat > judge.cpp << 'END'
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include "exercises/support/judge.h"
#include "exercises/support/matrix.h"
using exercise::Measured;
using Row = std::vector<double>;
const Row right = {1.3, -0.7, 2.9, 4.1, 0.6, -3.2};
// Six numbers; the first three are given by one mistake, the last three by another.
Row numbers_of(const std::string& wanted) {
  Row x = right;
  const bool both = wanted == "parts", most = wanted == "most" || wanted == "more wrong";
  for (size_t i = 0; i < 3; ++i) x[i] = wanted == "first" || both || most ? 7.3 * x[i] + 1 : x[i];
  for (size_t i = 3; i < 6; ++i) x[i] = wanted == "second" || both ? x[i] - 1.69 : x[i];
  if (wanted == "most") x[4] = 17.5;
  if (wanted == "more wrong") x[2] = right[2];
  if (wanted == "zeros") x = Row(6);
  if (wanted == "NaN") x = Row(6, NAN);
  if (wanted == "chance") for (double& number : x) number = 1.7 * number + 0.3;
  if (wanted == "sum" || wanted == "by chance") for (size_t i = 1; i < 6; ++i) x[i] += std::cos(x[i - 1]);
  return x;
}
void check(Checks& checks) {
  std::ifstream file("list");
  std::stringstream list;
  list << file.rdbuf();
  const std::string text = list.str();
  checks.list = text.c_str();
  exercise::Measurements all(checks);
  const std::string wanted = std::getenv("WANTED");
  all.group("x", [&](Measured& got) { got.add("x", numbers_of(wanted)); });
  all.group("thrown", [&](Measured& got) {
    if (wanted == "throws") throw std::out_of_range("there is no element 7");
    if (wanted == "unknown") throw std::out_of_range("there is no element 8");
    const bool chance = wanted == "chance" || wanted == "by chance";
    got.add("y", wanted == "fewer" ? Row{} : chance ? Row{0.25} : Row{0.5});
  });
  all.judge();
}
HOLO_EXERCISE("judge", check, "")

namespace general {
void check(Checks& checks) {
  const auto expect = [&](const char* name, const Row& numbers, const std::string& expected) {
    Measured got;
    got.add("row 0", {numbers[0], numbers[1], numbers[2]});
    got.add("row 1", {numbers[3], numbers[4], numbers[5]});
    const std::string said = exercise::what_is_true(got, right);
    checks.that(name, said == expected, "it says: " + said);
  };
  expect("shifted", {right[1], right[2], right[3], right[4], right[5], 0}, "the numbers are right, but each one place too early, and the last one differs: is an index shifted by 1?");
  expect("zeros anywhere", {1.3, 0, 2.9, 0, 0.6, -3.2}, "all wrong numbers are 0, the rest is right: do you write them at all?");
  const auto each = [&](auto function, size_t count = 6) {
    Row some = right;
    for (size_t i = 0; i < count; ++i) some[i] = function(some[i]);
    return some;
  };
  expect("signs", each([](double x) { return -x; }), "each number has the wrong sign");
  expect("a sign", {1.3, 0.7, 2.9, 4.1, 0.6, -3.2}, "only the signs of some numbers are wrong");
  expect("whole numbers", each([](double x) { return std::trunc(x); }), "each number has lost its fraction, the rest is right: take double, not int");
  expect("a factor", each([](double x) { return 2 * x; }), "each number is 2 times what it should be");
  expect("a factor of one group", each([](double x) { return 2 * x; }, 3), "each number is 2 times what it should be");
  expect("more", each([](double x) { return x + 0.5; }), "each number is 0.5 more than it should be");
  expect("backward", {-3.2, 0.6, 4.1, 2.9, -0.7, 1.3}, "the numbers are right, but in reverse order");
  expect("too late", {-3.2, 1.3, -0.7, 2.9, 4.1, 0.6}, "the numbers are right, but each one place too late");
  expect("columns for rows", {1.3, 4.1, -0.7, 0.6, 2.9, -3.2}, "the numbers are right, but rows and columns are exchanged");
  expect("a sum that goes on", {1.3, 0.6, 3.5, 7.6, 8.2, 5}, "each number is added to the ones after it: set the sum to 0 each time");
  expect("the first each time", Row(6, 1.3), "each number is what the first should be");
  expect("nothing", {0.1, 0.2, 0.4, 0.8, 1.6, 3.2}, "");
}
HOLO_EXERCISE("general", check, "")
}  // namespace general

// An infinite number is equal to itself alone; NaN is equal to nothing.
namespace equal {
void check(Checks& checks) {
  checks.equal("within the tolerance", {1 + 1e-12, 1e-12, INFINITY, -INFINITY}, {1, 0, INFINITY, -INFINITY});
  checks.equal("a number for infinity", 1, INFINITY);
  checks.equal("the other infinity", -INFINITY, INFINITY);
  checks.equal("infinity for a number", INFINITY, 1);
  checks.equal("NaN", NAN, NAN);
  checks.equal("beyond the tolerance", 1 + 1e-6, 1);
  checks.equal("one number too many", {1, 1}, 1);
}
HOLO_EXERCISE("equal", check, "")
}
namespace digits {
void check(Checks& checks) {
  for (const char* name : {"first", "second", "third", "fourth"}) checks.equal(name, 1 + 1e-6, 1);
}
HOLO_EXERCISE("digits", check, "")
}
namespace nothing {
void check(Checks&) {}
HOLO_EXERCISE("nothing", check, "")
}
namespace matrix {
bool leaves(int i, int j) {
  try {
    exercise::Matrix(2, 3)(i, j) = 1;
    return false;
  } catch (const std::out_of_range&) {
    return true;
  }
}
void check(Checks& checks) {
  checks.that("its last element is there", !leaves(1, 2) && !leaves(0, 0));
  checks.that("an index that leaves it throws", leaves(2, 0) && leaves(0, 3) && leaves(-1, 0) && leaves(0, -1));
}
HOLO_EXERCISE("matrix", check, "")
}
END
if ! eval "$HOLO_COMPILE_QUICK" '-Wno-unused-parameter -DHOLO_ANSWER=\"one\" -I"$HOLO_ROOT/examples" judge.cpp "$HOLO_JUDGE/check.o" -o judge' "$HOLO_PROJECT_OBJECTS" "$HOLO_LIBS" > log 2>&1; then
  echo "FAIL $what: it compiles: $(grep -m 1 error log)"
  exit
fi
# codes WANTED: the codes of its numbers; the last one is the code of an exception or of too few numbers.
codes() {
  WANTED=$1 HOLO_MEASURE=1 ./judge | awk 'NR == 4 { split($0, x) } NR == 10 { thrown = $0 }
    END { for (i = 1; i in x; ++i) printf "%s ", x[i]; print thrown }'
}
# entry WANTED: its lines in the list.
entry() {
  paste -d '\n' <(codes right | tr ' ' '\n') <(codes "$1" | tr ' ' '\n') |
    awk -v name="$1" 'NR % 2 { its = $0; next } NR == 14 { other = $0 == its ? "" : $0; next } { line = line ($0 == its ? "." : $0) }
      END { if (line ~ /^[.]*$/) line = ""; print name; print "= " line "/" other }'
}
: > list
printf 'right x\n 1.3 -0.7 2.9 4.1 0.6 -3.2\nright thrown\n 0.5\n' > new
for name in first second zeros throws fewer; do entry $name >> new; done
y=$(WANTED=chance HOLO_MEASURE=1 ./judge | sed -n '9s/ //p')
entry chance | sed "s|/.*|/$y|" >> new
mv new list
# says WANTED LINE: the first line that is told.
says() {
  local told
  told=$(WANTED=$1 ./judge < /dev/null | sed -n 3p)
  [ "$told" = "  $2" ] && echo "PASS $what: $1" || echo "FAIL $what: $1: it says: $told"
}
says first first
says parts 'two mistakes. first; and second'
says most 'first; this does not explain all: x[4], for example, may have another cause'
says 'more wrong' 'x[0]: expected 1.3, got 10.49'
says zeros zeros
says NaN 'all numbers are NaN, not a number: it comes from 0 / 0, infinity minus infinity, or the root or logarithm of a negative number'
says throws throws
says unknown 'there is no element 8'
says fewer fewer
says chance chance
says 'by chance' 'x[1]: expected -0.7, got -0.432501' # y is as the mistake gives it, x is not
says sum 'x[1]: expected -0.7, got -0.432501'
WANTED=right ./judge < /dev/null > said
grep -q '^judge: done, 7 checks' said && grep -q '^general: done, 14 checks' said && echo "PASS $what: what is true of all numbers" ||
  echo "FAIL $what: what is true of all numbers: $(tr '\n' ' ' < said)"
# What is equal, and three lines of each check that fails; a check that asks nothing is not done.
counted=$(echo counted | WANTED=right ./judge | grep -c -x 'counted 1 6 a number for infinity: expected inf, got 1')
sed -n '/^digits: /,$p' said | grep -v '^answer ' > got
cat > expected << 'END'
digits: not yet
  first: expected 1, got 1.0000009999999999
  second: expected 1, got 1.0000009999999999
  third: expected 1, got 1.0000009999999999
nothing: not yet
matrix: done, 2 checks
END
[ "$counted" = 1 ] && cmp -s expected got && echo "PASS $what: what is equal, and what is said of what is not" ||
  echo "FAIL $what: what is equal, and what is said of what is not: $counted $(diff expected got | tr '\n' ' ')"
