#!/bin/bash
# tour_test.sh: the two parts of `make tour` come to each of their stops and print what
# tests/gdb/tour_value.txt, tests/gdb/tour.txt and docs/debugging.md say; the printers show Tensors,
# Nodes, Shapes and Values, also those that are empty or not there yet; make debug and make tour say
# what to do without a debugger. In lldb editor_test.sh shows a Value, walk_test.sh a Tensor and a Node.
#
# When the code at a stop has changed: make tour, then put what it prints into these two files.
set -u
what=tour
. "$HOLO_ROOT/tests/skips.sh"
no_sanitizers

# ---- make tour and make debug: what they say without gdb, what they run with one ----

for goal in tour 'debug EX=01_value'; do
  # shellcheck disable=SC2086
  if make -C "$HOLO_ROOT" --no-print-directory GDB=/nowhere/gdb $goal > log 2>&1; then
    echo "FAIL tour: without gdb make $goal ends with status 0"
  elif [ "$(grep -c . log)" = 1 ] && grep -q 'no /nowhere/gdb with Python.* Try: sudo apt' log; then
    echo "PASS tour: without gdb make $goal says in one line what to install"
  else
    echo "FAIL tour: without gdb make $goal says: $(head -n 2 log)"
  fi
done
make -C "$HOLO_ROOT" --no-print-directory LLDB=lldb tour > log 2>&1
if [ "$(grep -c . log)" = 1 ] && grep -q 'make tour: the tour needs gdb. Try: sudo apt install gdb' log; then
  echo 'PASS tour: with LLDB= make tour says in one line that it needs gdb'
else
  echo "FAIL tour: with LLDB= make tour says: $(head -n 2 log)"
fi

# ---- the vectors of a Tape, in both libraries ----

if ! command -v python3 > /dev/null 2>&1; then
  echo 'SKIP tour: no python3 here'
elif PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$HOLO_ROOT/src/debugger python3 -c '
from words import list_of
for vector in {"_M_impl": {"_M_start": 800, "_M_finish": 824}}, {"__begin_": 800, "__end_": 824}:
    assert list_of({"nodes_": vector}, "nodes_") == (800, 3), vector
' > log 2>&1; then
  echo 'PASS tour: the vectors of libstdc++ and of libc++ are read'
else
  echo "FAIL tour: the vectors of libstdc++ and of libc++: $(tail -n 1 log)"
fi

needs_gdb

. "$HOLO_ROOT/tests/gdb/debug_build.sh"

# ---- the tour ----

root=$HOLO_ROOT

# stop FILE NUMBER: what is said at that stop.
stop() { awk -v n="$2" '/^---- stop /{ at = $3 + 0 } at == n' "$1"; }

# part NAME PROGRAM STOPS: gdb prints what tests/gdb/NAME.txt says, which has that many stops or more.
part() {
  local name=$1 i status
  gdb -nx -batch -x "$root/src/gdb/hologradient.gdb" -x "$root/src/gdb/$name.gdb" "$2" \
    > have.txt 2> errors < /dev/null
  status=$?
  cp "$root/tests/gdb/$name.txt" want.txt
  local stops
  stops=$(grep -c '^---- stop ' want.txt)
  for ((i = 1; i <= stops; ++i)); do
    stop want.txt "$i" > want
    stop have.txt "$i" > have
    where=$(sed -n '1s/^---- //p' want)
    if cmp -s want have; then
      echo "PASS tour: $where"
    else
      echo "FAIL tour: $where: $(diff want have | sed -n '2,3p' | tr '\n' ' ') $(head -n 1 errors)"
    fi
  done
  if [ "$stops" -ge "$3" ] && [ "$status" = 0 ] && cmp -s have.txt want.txt; then
    echo "PASS tour: $name ends well, with nothing else"
  else
    echo "FAIL tour: $name: status $status, $stops stops: $(tail -n 1 have.txt)"
  fi
}

part tour_value "$debug/bin/01_value" 8
part tour "$debug/bin/08_tensor" 8

# ---- the printers ----

cat > printers.cpp << 'END'
#include <algorithm>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/value.h"

using namespace holo;

// Memory that is no node, read as one.
struct Wrong {
  char bytes[std::max(sizeof(Node), sizeof(Tape))];
};

int main() {
  Wrong wrong[2];
  for (char& byte : wrong[0].bytes) byte = 0x55;
  for (char& byte : wrong[1].bytes) byte = 0;
  Tensor* torn = reinterpret_cast<Tensor*>(wrong[0].bytes);
  Tensor* zero = reinterpret_cast<Tensor*>(wrong[1].bytes);
  Shape* bad_shape = reinterpret_cast<Shape*>(wrong[0].bytes);
  Node* bad_node = reinterpret_cast<Node*>(wrong[0].bytes);
  Node* zero_node = reinterpret_cast<Node*>(wrong[1].bytes);
  Tape* bad_tape = reinterpret_cast<Tape*>(wrong[0].bytes);
  Value* bad_value = reinterpret_cast<Value*>(wrong[0].bytes);
  Value no_value, a(3.0, "a's"), b(0.5);
  Value c = a * b;
  [[maybe_unused]] Value minus = 1.0 - c, power = pow(c, 2.0);
  std::vector<Value> ten(10, b);
  [[maybe_unused]] Value total = sum(ten);
  c.backward();
  [[maybe_unused]] Tape& tape = Tape::current();
  [[maybe_unused]] Shape shape{2, 0, 3}, scalar;
  Tensor empty, nothing = zeros({2, 0});
  Tensor x = tensor({{1, 2}, {3, 4}}).set_requires_grad().set_label("the input");
  Tensor many = arange(100);
  Tensor y = exp(x);
  sum(y * 2.0).backward(true);
  NodeRef ref(&y.node()), no_ref;
  Tensor constant = x.detach();
  return torn == nullptr || zero == nullptr || bad_shape == nullptr || bad_node == nullptr ||
         zero_node == nullptr || bad_value == nullptr || bad_tape == nullptr || constant.requires_grad();
}
END
debug_compile "-Wno-unused-variable printers.cpp -o printers.out" ||
  { echo "FAIL tour: printers.cpp does not build: $(grep -m 1 -E 'error|undefined' log)"; exit 0; }
cat > expected << END
c          | Value #2 op=mul data=1.5 grad=1 = { parent 0 = #0 "a's" op=leaf d=0.5, parent 1 = #1 op=leaf d=3 }
minus      | Value #3 op=sub data=-0.5 grad=0 = { constant = 1, parent 0 = #2 op=mul d=-1 }
power      | Value #4 op=pow data=2.25 grad=0 = { parent 0 = #2 op=mul d=3, constant = 2 }
total      | Value #5 op=sum data=5 grad=0 = { parent 0 = #1 op=leaf d=1, parent 1 = #1 op=leaf d=1, parent 2 = #1 op=leaf d=1, parent 3 = #1 op=leaf d=1, parent 4 = #1 op=leaf d=1, parent 5 = #1 op=leaf d=1, parent 6 = #1 op=leaf d=1, parent 7 = #1 op=leaf d=1, more = 2 parents }
a          | Value #0 "a's" op=leaf data=3 grad=0.5
b          | Value #1 op=leaf data=0.5 grad=3
no_value   | Value(empty)
*bad_value | Value(not on this tape)
*&tape     | Tape of 6 nodes, 14 edges
*bad_tape  | Tape(not one: uninitialised, or gone)
shape      | Shape [2,0,3]
scalar     | Shape []
*bad_shape | Shape(not one: uninitialised, or gone)
empty      | Tensor(empty)
*zero      | Tensor(empty)
*torn      | Tensor(not one: uninitialised, or gone)
*bad_node  | Node(not one: uninitialised, or gone)
*zero_node | Node(not one: uninitialised, or gone)
nothing    | Tensor #0 f32[2,0] op=leaf grad=no = { data = {} }
constant   | Tensor #7 f32[2,2] op=detach grad=no = { data = {1, 2, 3, 4} }
x          | Tensor #1 "the input" f32[2,2] op=leaf grad=yes = { data = {1, 2, 3, 4}, grad = {5.43656, 14.7781, 40.1711, 109.196} }
y          | Tensor #3 f32[2,2] op=exp grad=yes = { data = {2.71828, 7.38906, 20.0855, 54.5981}, grad = {2, 2, 2, 2} }
many       | Tensor #2 f32[100] op=leaf grad=no = { data = {0, 1, 2, 3, 4, 5, 6, 7, ...} }
*y.node_.node_ | Node #3 f32[2,2] op=exp grad=yes = { data = {2.71828, 7.38906, 20.0855, 54.5981}, grad = {2, 2, 2, 2}, parent 0 = #1 "the input" f32[2,2] op=leaf grad=yes }
ref        | NodeRef to #3 f32[2,2] op=exp grad=yes
no_ref     | NodeRef to none
\$numbers(x.node_.node_->data, 3) | "{1, 2, 3}"
\$numbers((double*)8, 3) | "not readable"
END
{
  echo 'set pagination off'
  echo "break $(grep -n 'return torn' printers.cpp | sed 's/:.*//')"
  echo 'run'
  sed 's/ *| .*//' expected | while IFS= read -r expression; do
    printf 'echo BEGIN\\n\nprint %s\necho END\\n\n' "$expression"
  done
} > print.gdb
gdb -nx -batch -x "$root/src/gdb/hologradient.gdb" -x print.gdb printers.out > log 2> errors
# One line for each print: `$7 = TEXT` on one line, without its number.
awk '/^BEGIN$/ { text = ""; next }
  /^END$/ { gsub(/ +/, " ", text); sub(/^ ?\$[0-9]+ = /, "", text); print text; next }
  { text = text " " $0 }' log > have
n=0
while IFS= read -r line; do
  n=$((n + 1))
  got=$(sed -n "${n}p" have)
  if [ "$got" = "${line##* | }" ]; then
    echo "PASS tour: gdb prints ${line%% *}: $got"
  else
    echo "FAIL tour: gdb prints ${line%% *}: ${got:-nothing: $(head -n 1 errors)};" \
      "expected ${line##* | }"
  fi
done < expected

# ---- in lldb ----

# lldb_prints NAME TEXT: lldb shows a variable of printers.cpp in these words.
lldb_prints() {
  if awk -v name=" $1 = " 'index($0, name) { on = 1 } on { printf "%s ", $0 } on && /^}/ { exit }' log | tr -s ' ' |
    grep -q -F -- "$2"; then
    echo "PASS tour: lldb prints $1: $2"
  else
    echo "FAIL tour: lldb prints $1: $(grep -m 1 -F " $1 = " log); expected $2"
  fi
}
if has_lldb; then
  lldb_here -o "command script import $root/src/lldb/hologradient.py" \
    -o "breakpoint set --file printers.cpp --line $(grep -n 'return torn' printers.cpp | sed 's/:.*//')" \
    -o 'process launch' -o 'print c' -o 'print x' -o 'print *bad_node' -o 'print shape' printers.out > log
  lldb_prints c "Value #2 op=mul data=1.5 grad=1 { parent 0 = #0 \"a's\" op=leaf d=0.5 parent 1 = #1 op=leaf d=3 }"
  lldb_prints x 'Tensor #1 "the input" f32[2,2] op=leaf grad=yes { data = {1, 2, 3, 4} grad = {5.43656, 14.7781, 40.1711, 109.196} }'
  lldb_prints '*bad_node' 'Node(not one: uninitialised, or gone)'
  lldb_prints shape 'Shape [2,0,3]'
else
  echo 'SKIP tour: no lldb with Python here'
fi
