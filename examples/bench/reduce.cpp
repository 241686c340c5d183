// bench/reduce.cpp: sums and softmax beside a plain copy. They are worth their arithmetic when
// memory is what they wait for.
#include <fmt/format.h>

#include <string>

#include "bench/stopwatch.h"
#include "holo/build_info.h"
#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/threads.h"

using namespace holo;

// What moves `arrays` times the bytes of x, beside a copy, which moves 2.
struct Row {
  std::string name;
  double arrays;
  Times times;
};

void print(const Row& row, const Tensor& x, const Times& copy) {
  const double n = static_cast<double>(x.numel()), bytes = n * sizeof(real) * row.arrays;
  const double rate = bytes / row.times.best, copy_rate = 2 * n * sizeof(real) / copy.best;
  fmt::print("  {:<38} {:7.3f} ns/element best, {:7.3f} median {:7.1f} GB/s {:5.0f} % of a copy\n",
             row.name, row.times.best * 1e9 / n, row.times.median * 1e9 / n, rate * 1e-9,
             100 * rate / copy_rate);
}

template <class F>
Row forward(const std::string& name, double arrays, F f) {
  const NoGrad no_grad;
  f();
  return {name, arrays, time_rounds(100, f)};
}

// The gradient that arrives is copied (2 arrays of the size of the result) before it goes back.
template <class F>
Row backward(const std::string& name, double arrays, Tensor& x, F f) {
  x.set_requires_grad();
  const Tensor y = f(), seed = ones(y.shape());
  const auto step = [&] {
    x.zero_grad();
    y.backward(seed, true);
  };
  step();
  return {name, arrays + 2.0 * static_cast<double>(y.numel()) / static_cast<double>(x.numel()),
          time_rounds(100, step)};
}

void bench(const Shape& shape) {
  Tensor x = uniform(shape, CounterRandom(42), -4, 4);
  Tensor to = zeros(shape);
  const Times copy = time_rounds(100, [&] { to.copy_(x); });
  fmt::print("{}, {} thread{}\n", shape.to_string(), num_threads(), num_threads() > 1 ? "s" : "");
  const auto row = [&](const Row& measured) { print(measured, x, copy); };
  row({"copy, by one thread", 2, copy});
  row(forward("sum of all", 1, [&] { return sum(x); }));
  row(forward("sum of rows", 1, [&] { return sum(x, 1); }));
  row(forward("sum of columns", 1, [&] { return sum(x, 0); }));
  row(backward("sum of columns, backward", 1, x, [&] { return sum(x, 0); }));
  row(forward("largest of rows", 1, [&] { return max(x, 1); }));
  row(forward("variance of rows", 1, [&] { return var(x, 1); }));
  row(forward("softmax of rows", 2, [&] { return softmax(x, 1); }));
  row(backward("softmax of rows, backward", 3, x, [&] { return softmax(x, 1); }));
  row(forward("softmax of columns", 2, [&] { return softmax(x, 0); }));
  row(forward("log_softmax of rows", 2, [&] { return log_softmax(x, 1); }));
  row(backward("log_softmax of rows, backward", 3, x, [&] { return log_softmax(x, 1); }));
  row(forward("logsumexp of rows", 1, [&] { return logsumexp(x, 1); }));
  row(backward("logsumexp of rows, backward", 2, x, [&] { return logsumexp(x, 1); }));
}

int main() {
  fmt::print("{}\n", build_info());
  const int threads = num_threads();
  for (const Shape& shape : {Shape{4096, 512}, Shape{512, 27}, Shape{16384, 1024}}) {
    set_num_threads(1);
    bench(shape);
    if (threads == 1) continue;
    set_num_threads(threads);
    bench(shape);
  }
}
