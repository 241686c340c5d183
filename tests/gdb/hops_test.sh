#!/bin/bash
# hops_test.sh: few `step`s of gdb, and few calls, lie between a line of the user and the loop that
# computes it, with src/gdb/hologradient.gdb, in the build of make DEBUG=1. A Value: at most 12 steps
# from a * b to the push on the tape, and from backward() to the first +=. A Tensor: at most 25 steps
# and 4 calls to the inner loop of the plain kernel, and from backward() to the first sum or gradient
# of the backward kernel; that of attention takes 34, since it computes the scores once more. The line of
# the demo that computes the loss: at most 6 calls to the loop of its embedding. No step lands in memory,
# handles, shapes or the standard library.
set -u
what=hops
. "$HOLO_ROOT/tests/skips.sh"
needs_gdb
export HOLO_DEVICE=plain

cat > hops.cpp << 'END'
#include "holo/creation.h"
#include "holo/nn/gpt.h"
#include "holo/ops.h"
#include "holo/value.h"

using namespace holo;

int main() {
  Value a(3.0), b(2.0);
  Value c = a * b;  // Value a * b, forward
  c.backward();     // Value a * b, backward

  Tensor x = tensor({{0.5}}).set_requires_grad(), w = tensor({{2}}).set_requires_grad();
  Tensor q = tensor({{{0.5}}}).set_requires_grad(), k = tensor({{{2}}}).set_requires_grad();
  Tensor v = tensor({{{3}}}).set_requires_grad();
  Tensor gain = tensor({1}).set_requires_grad(), bias = tensor({0}).set_requires_grad();
  const Indices tokens({1}, {0});
  Tensor y = x * w;            // x * w, forward
  y.backward();                // x * w, backward
  y = softmax(x, 1);           // softmax, forward
  y.backward();                // softmax, backward
  y = layer_norm(x, gain, bias);  // layer_norm, forward
  y.backward();                // layer_norm, backward
  y = linear(x, w, bias);      // linear, forward
  y.backward();                // linear, backward
  y = matmul(x, w);            // matmul, forward
  y.backward();                // matmul, backward
  y = tanh(x);                 // tanh, forward
  y.backward();                // tanh, backward
  y = attention(q, k, v, {1});  // attention, forward
  y.backward();                // attention, backward
  y = embedding(x, tokens);    // embedding, forward
  y.backward();                // embedding, backward

  PythonRandom random(1);
  GPT model({.vocab_size = 2, .block_size = 1, .n_layer = 1, .n_head = 1, .n_embd = 2}, random);
  struct {
    Indices tokens, targets;
  } batch{Indices({1, 1}, {0}), Indices({1, 1}, {1})};
  // the line of the demo
}
END
# As it is in the program that `make demo` runs.
loss=$(grep -m 1 '^ *const Tensor loss = ' "$HOLO_ROOT/examples/17_demo.cpp") ||
  echo 'FAIL hops: examples/17_demo.cpp has no line "const Tensor loss = "'
sed -i.bak "s|^ *// the line of the demo\$|$loss  // demo's loss, forward|" hops.cpp

# Where a way ends: a line of the inner loop, by its text; the first of several that is reached.
cat > count.py << 'END'
import os
import re

import gdb

gdb.execute("set pagination off")
root = os.environ["HOLO_ROOT"]
here = os.path.abspath("hops.cpp")
ends = [
    ("Value a * b", "include/holo/tape.h", "data_[i] = data;", "src/scalar/backward.cpp"),
    ("x * w", "src/ops/elementwise_binary_plain.cpp"),
    ("softmax", "src/ops/softmax_plain.cpp"),
    ("layer_norm", "src/ops/norm_plain.cpp"),
    ("linear", "src/ops/matmul_plain.cpp"),
    ("matmul", "src/ops/matmul_plain.cpp"),
    ("tanh", "src/ops/elementwise_plain.cpp"),
    ("attention", "src/ops/attention_plain.cpp"),
    ("embedding", "src/ops/embedding_plain.cpp"),
]
hidden = re.compile(r"^(?!%s/)|/(pool|memory|vec\w*|storage|node|shape|device|record|scratch)\.\w+$"
                    % re.escape(root))
in_sight = re.compile(r"hops\.cpp$|/include/holo/node\.h$|/src/tensor/record\.h$")


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read().split("\n")


def depth():
    count, frame = 0, gdb.newest_frame()
    while frame is not None:
        count, frame = count + 1, frame.older()
    return count


def is_end(text, forward):
    """A sum, or a number that is written, inside of a loop."""
    text = text.split("//")[0]
    if forward:
        return re.search(r"for \(Index [ickdj] .*\) .*=.*;$|\+=.*;$|^ +(y\[i\] = |data_\[i\] = )", text)
    return re.search(r"\+= .*;$|\bput\(", text) and not text.lstrip().startswith("for (Index r")


def count(name, direction, file):
    mark = "// " + name + ", " + direction
    line = next(i + 1 for i, text in enumerate(lines_of(here)) if text.endswith(mark))
    point = gdb.Breakpoint(f"{here}:{line}")
    gdb.execute("run" if gdb.selected_inferior().pid == 0 else "continue", to_string=True)
    point.delete()
    top, end = depth(), os.path.join(root, file)
    for steps in range(1, 200):
        gdb.execute("step", to_string=True)
        sal = gdb.newest_frame().find_sal()
        path = os.path.realpath(sal.symtab.fullname()) if sal.symtab else "?"
        if hidden.search(path) and not in_sight.search(path):
            print(f"HIDDEN {name}, {direction}: step {steps} is in {path}:{sal.line}")
        if depth() < top or path == here and depth() == top and sal.line != line:
            print(f"LOST {name}, {direction}: not in {file} after {steps} steps")
            return
        if path == os.path.realpath(end) and is_end(lines_of(path)[sal.line - 1], direction == "forward"):
            print(f"STEPS {steps} CALLS {depth() - top} {name}, {direction}")
            return
    print(f"LOST {name}, {direction}: not in {file} after 200 steps")


for name, file, *more in ends:
    count(name, "forward", file)
    count(name, "backward", more[-1] if more else file)
count("demo's loss", "forward", "src/ops/embedding_plain.cpp")
END

# What steps may go through, without optimisation; the rest is the library of this build.
src=$HOLO_ROOT/src
sources=("$src"/scalar/{backward,backward_fast,tape}.cpp "$src"/tensor/*.cpp "$src"/base/shape.cpp
  "$src"/backend/{pool,memory,plain/plain}.cpp
  "$src"/ops/{elementwise,elementwise_binary,softmax,norm,attention,embedding}{,_plain}.cpp
  "$src"/{ops/attention_sizes,nn/gpt}.cpp
  "$src"/ops/{linear,matmul,broadcast,broadcast_shape,matmul_plain,shape_plain}.cpp)
# Each room as one file, as units of the library are.
for room in scalar tensor base backend ops nn; do
  printf '%s\n' "${sources[@]}" | grep "^$src/$room/" | sed 's/.*/#include "&"/' > "$room.cpp"
done
printf '%s\n' {hops,ops,nn,tensor,backend,scalar,base}.cpp |
  HOLO_ONE="$HOLO_COMPILE_QUICK -g -DHOLO_DEFAULT_DEVICE=plain -I$src -c" xargs -P 2 -I{} sh -c \
    'eval "$HOLO_ONE {} -o {}.o"' > log 2>&1
# The library has these sources, too: the first definition of a name is taken.
if ! eval "$HOLO_COMPILE -Wl,-z,muldefs -o hops.out *.o $HOLO_LIBS" >> log 2>&1; then
  echo "FAIL hops: the program does not build: $(grep -m 1 -E 'error|undefined' log)"
  exit 0
fi
gdb -nx -batch -x "$src/gdb/hologradient.gdb" -x count.py ./hops.out > log 2>&1
if [ "$(grep -c '^STEPS ' log)" = "$(grep -c -E '// .*, (forward|backward)$' hops.cpp)" ]; then
  echo 'PASS hops: every way comes to its loop'
else
  echo "FAIL hops: gdb did not find every loop: $(grep -m 1 -E '^LOST' log || tail -n 1 log)"
fi
if grep -q '^HIDDEN ' log; then
  echo "FAIL hops: a step lands where it should not: $(grep -m 1 '^HIDDEN ' log)"
else
  echo 'PASS hops: no step lands in memory, handles, shapes or the standard library'
fi
while read -r _ steps _ calls text; do
  most=25 most_calls=4
  case $text in
    Value*) most=12 ;;
    demo*) most=30 most_calls=6 ;;
    matmul*) most_calls=5 ;;  # which matrices meet is a function of its own
    'attention, backward') most=34 most_calls=5 ;;  # the scores once more, a function of their own
  esac
  if [ "$steps" -le "$most" ] && [ "$calls" -le "$most_calls" ]; then
    echo "PASS hops: $steps steps and $calls calls for $text"
  else
    echo "FAIL hops: $steps steps and $calls calls for $text; at most $most and $most_calls"
  fi
done < <(grep '^STEPS ' log)

# hops.txt, which docs/debugging.md quotes, has what one compiler gives; others may take a step more.
case $("$CXX" -dumpfullversion 2> /dev/null) in 12.*) ;; *) exit 0 ;; esac
sed -n 's/^STEPS \([0-9]*\) CALLS \([0-9]*\) \(.*\), \(.*\)$/\3|\4|\1|\2/p' log |
  awk -F'|' '{ printf "%-11s %-8s %2d steps, %d calls\n", $1, $2, $3, $4 }' > hops.txt
if cmp -s "$HOLO_ROOT/tests/gdb/hops.txt" hops.txt; then
  echo 'PASS hops: these are the numbers of hops.txt'
else
  echo "FAIL hops: hops.txt has other numbers: $(diff "$HOLO_ROOT/tests/gdb/hops.txt" hops.txt | sed -n 2,3p | tr '\n' ' ')"
fi
