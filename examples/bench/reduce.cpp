// bench/reduce.cpp: sums and softmax.
#include "bench/beside_copy.h"
#include "holo/build_info.h"
#include "support/command_line.h"

using namespace holo;

void bench(Index rows_of_x, Index columns) {
  const Shape shape{quick_size(rows_of_x, 4), quick_size(columns, 27)};
  const Tensor x = uniform(shape, CounterRandom(42), -4, 4).set_requires_grad();
  const auto rows = [&](const std::string& name, Traffic traffic, auto op) {
    memory_rows(name + " " + shape.to_string(), {x}, traffic, [&] { return op(x); });
  };
  rows("sum of all", {1, 1}, [](const Tensor& t) { return sum(t); });
  rows("sum of rows", {1, 1}, [](const Tensor& t) { return sum(t, 1); });
  rows("sum of columns", {1, 1}, [](const Tensor& t) { return sum(t, 0); });
  rows("softmax of rows", {2, 3}, [](const Tensor& t) { return softmax(t, 1); });
}

static void program(int, char**) {
  print_bench_heading("Reductions and softmax; " + build_info());
  bench(512, 27);
  for (const int n : bench_thread_counts()) {
    set_num_threads(n);
    bench(32768, 1024);
  }
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
