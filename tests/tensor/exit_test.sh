#!/bin/bash
# exit_test.sh: destructors of static and thread_local objects may use Values and Tensors, which were
# made before or are made there; what a thread has is destroyed with it. In a build with a sanitizer
# the program has it too.
set -u
cat > exit.cpp << 'END'
#include <cstdio>
#include <thread>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/value.h"

using namespace holo;

// Made in main(), or in a thread; used in the destructor, with new ones.
struct Last {
  const char* where;
  Value x;
  Tensor t;

  void make() {
    x = Value(3.0);
    t = tensor({1, 2}).set_requires_grad();
  }
  ~Last() {
    Value y = x * x + Value(1.0);
    y.backward();
    Tensor loss = sum(t * t);
    loss.backward();
    std::printf("%s: %g %g\n", where, x.grad(), static_cast<double>(t.grad().at({1})));
    std::fflush(stdout);
  }
};

Last before_all{"static", {}, {}};
Tensor graph;
thread_local Last of_thread{"thread_local", {}, {}};

int main() {
  before_all.make();
  graph = exp(tensor({1, 2}).set_requires_grad()) * 2;  // with its graph, until the very end
  std::thread([] { of_thread.make(); }).join();
  of_thread.make();
  static Last inside{"static of a function", {}, {}};
  inside.make();
}
END
if ! eval "$HOLO_COMPILE_QUICK exit.cpp -o exit.out $HOLO_LIBS" > log 2>&1; then
  echo "FAIL exit: the program does not build: $(grep -m 1 error log)"
  exit 0
fi
printf '%s: 6 4\n' thread_local thread_local 'static of a function' static > want
./exit.out > got 2> err
status=$?
if [ "$status" = 0 ] && cmp -s want got && [ ! -s err ]; then
  echo 'PASS destructors of static and thread_local objects use Values and Tensors'
else
  echo "FAIL destructors of static and thread_local objects use Values and Tensors: status $status," \
    "$(head -c 300 got | tr '\n' ' ') $(head -n 3 err)"
fi
