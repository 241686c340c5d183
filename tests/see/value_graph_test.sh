#!/bin/bash
# value_graph_test.sh: print_graph writes to stdout what to_text gives, and Graphviz, where it is
# there, draws what to_dot gives.
set -u
cat > graph.cpp << 'END'
#include <cstdio>
#include <string>

#include "holo/value_graph.h"

using holo::Value;

int main(int argc, char**) {
  Value x(3.0, "a \"quoted\"\nlabel \\ & <b>"), zero(0.0, "gr\xc3\xbc\xc3\x9f");
  Value y = x * x + log(zero) * zero;
  for (int i = 0; i < 300; ++i) y = y * 0.5 + x;
  y.backward();
  if (argc > 1) {
    holo::print_graph(y, 5);
  } else {
    std::fputs(holo::to_dot(y).c_str(), stdout);
  }
}
END
if ! eval "$HOLO_COMPILE_QUICK graph.cpp -o graph.out $HOLO_LIBS" > log 2>&1; then
  echo "FAIL value_graph: the program does not build: $(grep -m 1 error log)"
  exit 0
fi

./graph.out text > text
if [ "$(wc -l < text)" = 6 ] && [ "$(head -n 1 text)" = 'the newest 5 of 606 nodes; 601 older ones are left out' ]; then
  echo 'PASS print_graph writes the newest nodes and a notice to stdout'
else
  echo "FAIL print_graph writes the newest nodes and a notice to stdout: $(head -n 1 text)"
fi

# With limits: the best drawing of a hub beside a long chain takes dot many minutes.
./graph.out > graph.dot
if ! command -v dot > /dev/null 2>&1; then
  echo 'SKIP Graphviz draws to_dot: no dot here'
elif dot -Gnslimit=2 -Gnslimit1=2 -Gmclimit=0.1 -Gsplines=line -Tsvg graph.dot -o graph.svg 2> log && [ ! -s log ] && grep -q 'newest 200 of 606' graph.svg; then
  echo 'PASS Graphviz draws to_dot'
else
  echo "FAIL Graphviz draws to_dot: $(head -n 1 log)"
fi
