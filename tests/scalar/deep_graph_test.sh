#!/bin/bash
# deep_graph_test.sh: the graphs of deep_graph.h with a stack of 256 KiB and of 8 MiB for the whole
# program, built as this build is and without optimisation.
set -u
cat > deep.cpp << 'END'
#include "scalar/deep_graph.h"

#include <cstdio>

int main() {
  int failed = 0;
  for (const auto& check : deep_graph::checks) {
    for (const bool in_order : {false, true}) {
      const std::string wrong = check.run(in_order);
      if (wrong.empty()) continue;
      std::printf("%s, %s: %s\n", check.name, in_order ? "depth first" : "newest first", wrong.c_str());
      failed = 1;
    }
  }
  if (failed == 0) std::puts("all exact");
  return failed;
}
END

# run PROGRAM KIB NAME: all checks, with a stack of that size.
run() {
  if ! (ulimit -S -s "$2") 2> /dev/null; then
    echo "SKIP $3: this system refuses ulimit -s $2"
    return
  fi
  (ulimit -S -s "$2" && exec "./$1") > log 2>&1
  local status=$?
  if [ "$status" = 0 ] && [ "$(cat log)" = 'all exact' ]; then
    echo "PASS $3"
  else
    echo "FAIL $3: status $status, $(head -n 1 log)"
  fi
}

root=$(printf %q "$HOLO_ROOT")
# The rooms that a graph of Values is in, each as one file.
for room in base scalar see; do
  (cd "$HOLO_ROOT" && ls src/$room/*.cpp) | sed 's/.*/#include "&"/' > $room.cpp
done

# check FLAGS PROGRAM NAME: builds and runs.
check() {
  if eval "$HOLO_COMPILE -I$root/src -I$root/tests -I$root/examples deep.cpp $1 -o $2 $HOLO_LIBS" > log 2>&1; then
    for kib in 256 8192; do run "$2" "$kib" "deep graphs, $3, stack of $kib KiB"; done
  else
    echo "FAIL deep graphs, $3: the program does not build: $(grep -m 1 error log)"
  fi
}

check '' fast.out 'this build'
what='deep graphs, at -O0'
. "$HOLO_ROOT/tests/make/plain_build.sh"
check "-O0 -I$root base.cpp scalar.cpp see.cpp" slow.out 'at -O0'
