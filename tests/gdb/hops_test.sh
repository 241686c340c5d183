#!/bin/bash
# hops_test.sh: few `step`s of gdb and of lldb, and few calls, lie between a line of the user and the loop that
# computes it, with src/gdb/hologradient.gdb and src/lldb/hologradient.py, in the build of make DEBUG=1. A
# Value: at most 12 steps from a * b to the push on the tape, and from backward() to the first +=. A
# Tensor: at most 25 steps and 4 calls to the inner loop of the plain kernel, and from backward() to the first
# sum or gradient of the backward kernel; that of attention takes 34, since it computes the scores once more.
# The line of the demo that computes the loss: at most 6 calls to the loop of its embedding. No step lands in
# memory, handles, shapes or the standard library.
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

# What steps may go through, without optimisation; the rest is the library of this build.
src=$HOLO_ROOT/src
sources=("$src"/scalar/{backward,fast,tape}.cpp "$src"/tensor/*.cpp "$src"/base/shape.cpp
  "$src"/backend/{memory,plain/plain}.cpp
  "$src"/ops/{elementwise,elementwise_binary,softmax,norm,attention,embedding}{,_plain}.cpp
  "$src"/{ops/linear,nn/gpt}.cpp
  "$src"/ops/{matmul,broadcast,matmul_plain,shape_plain}.cpp)
# Each room as one file, as units of the library are.
for room in scalar tensor base backend ops nn; do
  printf '%s\n' "${sources[@]}" | grep "^$src/$room/" | sed 's/.*/#include "&"/' > "$room.cpp"
done
if ! printf '%s\n' {hops,ops,nn,tensor,backend,scalar,base}.cpp |
  HOLO_ONE="$HOLO_COMPILE_QUICK -g -DHOLO_DEFAULT_DEVICE=plain -DHOLO_PLAIN_LOOP -I$(printf %q "$src") -c" xargs -P 2 -I{} sh -c \
    'eval "$HOLO_ONE {} -o {}.o"' > log 2>&1 ||
  # The library has these sources, too: the first definition of a name is taken.
  ! eval "$HOLO_COMPILE -Wl,-z,muldefs -o hops.out *.o $HOLO_LIBS" >> log 2>&1; then
  echo "FAIL hops: the program does not build: $(grep -m 1 -E 'error|undefined' log)"
  exit 0
fi

# most TEXT: how many steps, and how many calls.
most() {
  case $1 in
    Value*) echo 12 4 ;;
    demo*) echo 30 6 ;;
    matmul*) echo 25 5 ;;  # which matrices meet is a function of its own
    'attention, backward') echo 34 5 ;;  # the scores once more, a function of their own
    *) echo 25 4 ;;
  esac
}

# judge DEBUGGER: what it says in DEBUGGER.log.
judge() {
  local name=$1 steps calls text limits
  if [ "$(grep -c '^STEPS ' "$name.log")" = "$(grep -c -E '// .*, (forward|backward)$' hops.cpp)" ]; then
    echo "PASS hops: every way comes to its loop, in $name"
  else
    echo "FAIL hops: $name did not find every loop: $(grep -m 1 -E '^LOST' "$name.log" || tail -n 1 "$name.log")"
  fi
  if grep -q '^HIDDEN ' "$name.log"; then
    echo "FAIL hops: a step of $name lands where it should not: $(grep -m 1 '^HIDDEN ' "$name.log")"
  else
    echo "PASS hops: no step of $name lands in memory, handles, shapes or the standard library"
  fi
  while read -r _ steps _ calls text; do
    read -ra limits <<< "$(most "$text")"
    if [ "$steps" -le "${limits[0]}" ] && [ "$calls" -le "${limits[1]}" ]; then
      echo "PASS hops: $steps steps of $name and $calls calls for $text"
    else
      echo "FAIL hops: $steps steps of $name and $calls calls for $text; at most ${limits[0]} and ${limits[1]}"
    fi
  done < <(grep '^STEPS ' "$name.log")
}

gdb -nx -batch -x "$src/gdb/hologradient.gdb" -x "$HOLO_ROOT/tests/gdb/hops.py" ./hops.out > gdb.log 2>&1
judge gdb
lldb=
if has_lldb; then
  lldb=yes
  lldb_here -o "command script import $src/lldb/hologradient.py" -o "command script import $HOLO_ROOT/tests/gdb/hops.py" \
    ./hops.out > lldb.log
  judge lldb
else
  echo 'SKIP hops: no lldb with Python here'
fi

# hops.txt, which docs/debugging.md quotes, has what one compiler gives; others may take a step more.
case $("$CXX" -dumpfullversion 2> /dev/null) in 12.*) ;; *) exit 0 ;; esac
table() { sed -n 's/^STEPS \([0-9]*\) CALLS \([0-9]*\) \(.*\), \(.*\)$/\3|\4|\1|\2/p' "$1"; }
paste -d '|' <(table gdb.log) <([ -z "$lldb" ] || table lldb.log) |
  awk -F'|' '{ printf "%-11s %-8s %2d steps, %d calls; lldb %2s steps\n", $1, $2, $3, $4, $7 }' > hops.txt
[ "$lldb" ] || sed -i.bak 's/ lldb .*//' hops.txt
sed "$([ "$lldb" ] || echo 's/ lldb .*//')" "$HOLO_ROOT/tests/gdb/hops.txt" > want.txt
if cmp -s want.txt hops.txt; then
  echo 'PASS hops: these are the numbers of hops.txt'
else
  echo "FAIL hops: hops.txt has other numbers: $(diff want.txt hops.txt | grep "^[<>]" | tr '\n' ' ')"
fi
