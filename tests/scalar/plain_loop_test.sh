#!/bin/bash
# plain_loop_test.sh: the test cases of backward_test.cpp and value_test.cpp with the scalar engine built without optimisation, as
# for a debugger: then backward runs the loop that the pages print. Where a loop without a Scope cost the whole
# tape in each backward, they would take minutes. One case, which this makes slow, is left out.
set -u
what='plain loop'
. "$HOLO_ROOT/tests/make/plain_build.sh"
root=$(printf %q "$HOLO_ROOT")
(cd "$HOLO_ROOT" && ls src/scalar/*.cpp) | sed 's/.*/#include "&"/' > scalar.cpp
if ! eval "$HOLO_COMPILE -O0 -I$root -I$root/src -I$root/examples -I$root/tests ${HOLO_DOCTEST:-} scalar.cpp $root/tests/scalar/{backward,value}_test.cpp \
  $root/tests/main.cpp -o plain.out $HOLO_LIBS" > log 2>&1; then
  echo "FAIL plain loop: the program does not build: $(grep -m 1 error log)"
elif timeout 60 ./plain.out --test-case-exclude='*the gradients of the definition' > log 2>&1; then
  echo "PASS plain loop: $(grep 'test cases' log)"
else
  echo "FAIL plain loop: status $?, $(grep -m 1 ERROR log) $(tail -n 1 log)"
fi
