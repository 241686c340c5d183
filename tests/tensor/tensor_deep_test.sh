#!/bin/bash
# tensor_deep_test.sh: the graphs of tensor_deep.h with a stack of 256 KiB for the whole program, the
# engine and its ops built without optimisation. tensor_deep_test.cpp runs them as this build is.
set -u
what='deep graphs of tensors, at -O0'
. "$HOLO_ROOT/tests/make/plain_build.sh"
cat > deep.cpp << 'END'
#include "tensor/tensor_deep.h"

#include <cstdio>

int main() {
  tensor_deep::many = 100000;
  int failed = 0;
  for (const auto& check : tensor_deep::checks) {
    const std::string wrong = check.run();
    if (wrong.empty()) continue;
    std::printf("%s: %s\n", check.name, wrong.c_str());
    failed = 1;
  }
  if (failed == 0) std::puts("all exact");
  return failed;
}
END

# The rooms that backward and the destruction step through, each as one file; the fast kernels come
# from the library.
for room in tensor ops see; do
  (cd "$HOLO_ROOT" && ls src/$room/*.cpp) | grep -v '_cpu\.cpp' | sed 's/.*/#include "&"/' > $room.cpp
done
name='deep graphs of tensors, at -O0, stack of 256 KiB'
root=$(printf %q "$HOLO_ROOT")
flags="-I$root -I$root/src -I$root/tests -O0"
if ! eval "$HOLO_COMPILE $flags deep.cpp {tensor,ops,see}.cpp -o deep $HOLO_LIBS" > log 2>&1; then
  echo "FAIL $name: the program does not build: $(grep -m 1 error log)"
elif ! (ulimit -S -s 256) 2> /dev/null; then
  echo "SKIP $name: this system refuses ulimit -s 256"
else
  (ulimit -S -s 256 && exec ./deep) > log 2>&1
  status=$?
  if [ "$status" = 0 ] && [ "$(cat log)" = 'all exact' ]; then
    echo "PASS $name"
  else
    echo "FAIL $name: status $status, $(head -n 1 log)"
  fi
fi
