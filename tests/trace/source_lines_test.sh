#!/bin/bash
# source_lines_test.sh: a log has the lines of a program that knows them, and is silent about those of
# one that does not, or when there is no addr2line.
set -u
mkdir -p "it's here"
cat > "it's here/program.cpp" << 'END'
#include <cstdio>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/trace.h"
#include "holo/value.h"

using namespace holo;

[[gnu::noinline]] Value square(Value x) {
  return x * x;  // 11
}

int main() {
  TraceLog log;
  {
    const Trace trace(log);
    Value x(3.0);       // 18
    Value y = square(x);
    y.backward();       // 20
    Tensor w = tensor({1, 2}).set_requires_grad();
    sum(w).backward();  // 22
  }
  for (const TraceEvent& event : log.events) {
    const TracePlace& place = log.places[event.place];
    std::printf("%s %s:%d\n", log.nodes[event.node].op.c_str(), place.file.c_str(), place.line);
  }
}
END
build() {
  eval "$HOLO_COMPILE $* \"it's here/program.cpp\" -o \"it's here/program\" $HOLO_LIBS" > log 2>&1 && return
  echo "FAIL source_lines: the program does not build: $(grep -m 1 error log)"
  exit 0
}
expect() {
  PATH=${3-$PATH} "./it's here/program" > lines 2> errors
  if [ "$(cat lines)" = "$2" ] && [ ! -s errors ]; then
    echo "PASS $1"
  else
    echo "FAIL $1: $(tr '\n' ' ' < lines)$(head -n 1 errors)"
  fi
}
file="it's here/program.cpp"
known="leaf $file:18
mul $file:11
mul $file:20
mul $file:11
mul $file:11
leaf $file:22
sum $file:22
sum $file:22
sum $file:22"
unknown="$(printf '%s\n' "$known" | sed 's/ .*/ :0/')"

# Without optimisation: what is inlined, or called last, has its lines from the compiler as it likes.
# The Makefile says why clang++ is asked for DWARF 4.
case ${CXX##*/} in *clang*) dwarf=-gdwarf-4 ;; *) dwarf= ;; esac
build "-O0 $dwarf -g1"
if command -v addr2line > /dev/null 2>&1; then
  expect 'a log has the lines of the user' "$known"
else
  echo 'SKIP a log has the lines of the user: no addr2line here'
fi
expect 'no addr2line, no lines, and no word about it' "$unknown" /nowhere
case $HOLO_SETTINGS in
  *DEBUG=\'1\'* | *SAN=\'[a-z]*) echo 'SKIP a program without lines: this build has them' ;;
  *)
    build -g0
    expect 'a program without lines has a log without them' "$unknown"
    ;;
esac

# A program is linked only with the wings that it includes.
wings='holo::.*(step_through|save_trace|TraceLog|value_graph|tensor_graph|Tape::)'
for program in 01_value export_gpt import_gpt 17_demo; do
  [ -e "$HOLO_BUILD/bin/$program" ] && command -v nm > /dev/null || { echo "SKIP the wings of $program: it is not built here"; continue; }
  found=$(nm -C "$HOLO_BUILD/bin/$program" | grep -c -E "$wings")
  if { [ $program = 01_value ] && [ "$found" -gt 0 ]; } || { [ $program != 01_value ] && [ "$found" = 0 ]; }; then
    echo "PASS $program is linked with the wings that it includes"
  else
    echo "FAIL $program is linked with the wings that it includes: $found symbols of traces, graphs and the tape"
  fi
done
