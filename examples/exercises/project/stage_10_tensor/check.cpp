#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <chrono>
#include <cstdio>
#include "exercises/project/freed_memory.h"
#include "exercises/project/given.h"
#include "exercises/project/measure.h"
#include "exercises/project/stage_10_tensor/mistakes.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::fractions;
using exercise::Measured;

// The gradient of x, which has the shape of x.
void add_gradient(Measured& got, const std::string& name, Tensor x, size_t size) {
  const std::vector<double> gradient = x.grad();
  if (gradient.size() != size) {
    throw std::logic_error("the gradient of " + name + " has " + std::to_string(gradient.size()) +
                           " numbers: a gradient has the shape of the Tensor that it belongs to, "
                           "not of the result");
  }
  got.add("d loss / d " + name, gradient);
}

void measure_elementwise(Measured& got) {
  const Tensor x(3, 3, fractions(9, 91)), y(3, 3, fractions(9, 92.4));
  const Tensor inside = x * y * Tensor(3, 3, fractions(9, 93.3)) + x;
  const Tensor loss = sum(inside) * Tensor(1, 1, {0.6});
  backward(loss);
  got.add("loss = 0.6 sum(x * y * w + x)", loss.data().at(0));
  add_gradient(got, "loss", loss, 1);
  add_gradient(got, "(x * y * w + x)", inside, 9);
  add_gradient(got, "x", x, 9);
  add_gradient(got, "y", y, 9);
  backward(loss);
  got.add("backward called twice: d loss / dx", x.grad());
}

void measure_broadcast(Measured& got) {
  const Tensor x(3, 3, fractions(9, 94.1)), row(1, 3, fractions(3, 95)),
      column(3, 1, fractions(3, 96.7)), single(1, 1, {0.45}), weights(3, 3, fractions(9, 97.5));
  const Tensor loss = sum(((x + row) * column + single) * weights);
  backward(loss);
  got.add("loss = sum(((x + row) * column + single) * w)", loss.data().at(0));
  add_gradient(got, "x", x, 9);
  add_gradient(got, "row", row, 3);
  add_gradient(got, "column", column, 3);
  add_gradient(got, "single", single, 1);
}

void measure_matmul(Measured& got) {
  const Tensor x(3, 3, fractions(9, 98.2)), y(3, 3, fractions(9, 99.6));
  const Tensor loss = sum(matmul(x, y) * Tensor(3, 3, fractions(9, 90.9)));
  backward(loss);
  got.add("loss = sum(matmul(x, y) * w)", loss.data().at(0));
  add_gradient(got, "x", x, 9);
  add_gradient(got, "y", y, 9);
}

// The tensor on the left may be the one that is used again, and so may both.
void measure_left(Measured& got) {
  const Tensor row(1, 3, fractions(3, 111)), column(3, 1, fractions(3, 112.3)),
      table(3, 3, fractions(9, 113.8));
  const Tensor loss = sum((row + table) * (column * row));
  backward(loss);
  got.add("loss = sum((row + table) * (column * row))", loss.data().at(0));
  add_gradient(got, "row", row, 3);
  add_gradient(got, "column", column, 3);
}

// A tensor that is summed twice, and used elsewhere as well.
void measure_sum(Measured& got) {
  const Tensor x(2, 3, fractions(6, 121));
  backward(sum(x) * sum(x * x) * sum(x));
  add_gradient(got, "x of loss = sum(x) * sum(x * x) * sum(x)", x, 6);
}

// A small network with 2 rows, by tensors and by the engine of stage 1: both must agree.
void check_against_numbers(Checks& checks) {
  const std::vector<double> x_values = fractions(6, 101), w_values = fractions(12, 102.3),
                            b_values = fractions(4, 103.8);
  const Tensor x(2, 3, x_values), w(3, 4, w_values), b(1, 4, b_values);
  const Tensor h = matmul(x, w) + b;
  const Tensor loss = sum(h * h);
  backward(loss);
  const Vector nx = project::row_of<Number>(x_values), nw = project::row_of<Number>(w_values),
               nb = project::row_of<Number>(b_values);
  Number total(0);
  for (size_t i = 0; i < 2; ++i) {
    for (size_t j = 0; j < 4; ++j) {
      Number y = nb[j];
      for (size_t k = 0; k < 3; ++k) y = y + nx[i * 3 + k] * nw[k * 4 + j];
      total = total + y * y;
    }
  }
  backward(total);
  const auto compare = [&](const std::string& name, const std::vector<double>& got,
                           const Vector& numbers) {
    std::vector<double> right;
    for (Number number : numbers) right.push_back(number.grad());
    checks.equal(name + " of 2 rows, by tensors and by your engine of stage 1", got, right,
                 "with 2 rows, 3 and 4 columns your tensors and your own engine disagree: is a "
                 "number of rows taken for one of columns?");
  };
  checks.equal("sum(h * h) with h = matmul(x, w) + b", loss.data().at(0), total.data());
  compare("d loss / dx", x.grad(), nx);
  compare("d loss / dw", w.grad(), nw);
  compare("d loss / db", b.grad(), nb);
}

// Of one operation after the other so many tensors that the tape has to grow for each of them.
std::vector<double> many_tensors() {
  const Tensor x(2, 2, {0.7, -1.3, 0.4, 1.1}), y(2, 2, {0.2, 0.9, -0.6, 1.7});
  std::vector<double> got;
  const auto add = [&](const std::vector<double>& numbers) {
    got.insert(got.end(), numbers.begin(), numbers.end());
  };
  std::vector<Tensor> made;
  for (int count : {8, 16, 32, 64}) {
    for (int i = 0; i < count; ++i) {
      made.push_back(count == 8    ? x * y
                     : count == 16 ? x + y
                     : count == 32 ? matmul(x, y)
                                   : sum(x));
    }
  }
  for (const Tensor& z : made) {
    backward(sum(z));
    add(z.data());
    add(x.grad());
    add(y.grad());
  }
  return got;
}

void check(Checks& checks) {
  // First, while the tape is short: it has to grow in each operation.
  if (!project::keeps_no_reference(checks, many_tensors)) return;
  exercise::Measurements all(checks, tensor_mistakes, true);
  all.group("elementwise", measure_elementwise);
  all.group("broadcasting", measure_broadcast);
  all.group("matmul", measure_matmul);
  all.group("on the left", measure_left);
  all.group("a sum and other uses", measure_sum);
  all.judge();
  // An index may leave its table here, when a mistake is above.
  if (all.right()) check_against_numbers(checks);
}

HOLO_EXERCISE("stage_10_tensor", check)

double seconds_of(void (*work)()) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void reward() {
  const double by_tensors = seconds_of([] {
    const Tensor a(48, 48, fractions(48 * 48, 1)), b(48, 48, fractions(48 * 48, 2));
    backward(sum(matmul(a, b)));
  });
  const double by_numbers = seconds_of([] {
    const int length = tape_length();
    const Vector a = project::row_of<Number>(fractions(48 * 48, 1)),
                 b = project::row_of<Number>(fractions(48 * 48, 2));
    Number total(0);
    for (size_t i = 0; i < 48; ++i) {
      for (size_t j = 0; j < 48; ++j) {
        for (size_t k = 0; k < 48; ++k) total = total + a[i * 48 + k] * b[k * 48 + j];
      }
    }
    backward(total);
    cut_tape(length);
  });
  std::printf(
      "\nthe product of two 48 x 48 tables, forward and backward: %.2f ms by your numbers, %.2f ms "
      "by your\ntensors, %.0f times as fast. One entry of a tape instead of %d.\n\n",
      1000 * by_numbers, 1000 * by_tensors, by_numbers / by_tensors, 2 * 48 * 48 * 48);
}

HOLO_REWARD(reward)

}  // namespace its_check
