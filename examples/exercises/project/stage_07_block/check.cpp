#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cmath>
#include <cstdio>
#include "exercises/project/given.h"
#include "exercises/project/measure.h"
#include "exercises/project/stage_07_block/mistakes.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::Measured;
using project::Rows;

void measure_norm(Measured& got) {
  Rows rows = {exercise::fractions(3, 61), exercise::fractions(5, 62)};
  for (double& number : rows[1]) number *= 0.01;  // here epsilon counts
  for (const std::vector<double>& values : rows) {
    const Matrix x = {project::row_of<Number>(values)}, y = {rmsnorm(x[0])};
    project::expect_shape("rmsnorm", y, 1, values.size());
    backward(project::mixed(y));
    project::add_values(got, "rmsnorm", y);
    project::add_gradients(got, "x", x);
  }
}

// Three positions of four numbers, two heads.
void measure_rows(Measured& got, const std::string& name,
                  Matrix (*function)(const Matrix&, const Block&, int), size_t parts) {
  const char* names[] = {"wq", "wk", "wv", "wo", "fc1", "fc2"};
  const auto table = project::fractions_of<Number>;
  const Matrix x = table(3, 4, 71);
  const std::vector<Matrix> w = {table(4, 4, 72.2), table(4, 4, 73.7), table(4, 4, 74.1),
                                 table(4, 4, 75.6), table(5, 4, 76.4), table(4, 5, 77.3)};
  const Matrix y = function(x, {w[0], w[1], w[2], w[3], w[4], w[5]}, 2);
  project::expect_shape(name + " of 3 positions", y, 3, 4);
  backward(project::mixed(y));
  project::add_values(got, name, y);
  project::add_gradients(got, "x", x);
  for (size_t i = 0; i < parts; ++i) project::add_gradients(got, names[i], w[i]);
  if (parts > 4) return;
  // Two heads of four numbers have two numbers each: here the two counts differ.
  const Matrix of_four = function(x, {w[0], w[1], w[2], w[3], {}, {}}, 4);
  project::expect_shape(name + " with 4 heads", of_four, 3, 4);
  project::add_values(got, name + " with 4 heads of 1 number, position", of_four);
}

void check(Checks& checks) {
  exercise::Measurements all(checks, block_mistakes, true);
  all.group("rmsnorm", measure_norm);
  all.group("attention", [](Measured& got) {
    const auto function = [](const Matrix& x, const Block& block, int heads) {
      return attention(x, block, heads);
    };
    measure_rows(got, "attention", function, 4);
  });
  all.group("transform", [](Measured& got) {
    const auto function = [](const Matrix& x, const Block& block, int heads) {
      return transform(x, block, heads);
    };
    measure_rows(got, "transform", function, 6);
  });
  all.judge();
}

HOLO_EXERCISE("stage_07_block", check)

// How much of a gradient comes through many layers, with what is added and without.
void reward() {
  holo::PythonRandom random(42);
  const auto draw = [&](int rows, int columns) {
    return project::table_of<Number>(project::draw(rows, columns, 0.08, random));
  };
  project::Curve with{'*', {}}, without{'.', {}};
  for (int depth = 1; depth <= 6; ++depth) {
    const Matrix start = project::table_of<Number>(project::draw(4, 8, 1, random));
    Matrix x = start, plain = start;
    for (int layer = 0; layer < depth; ++layer) {
      const Block block = {draw(8, 8), draw(8, 8),  draw(8, 8),
                           draw(8, 8), draw(32, 8), draw(8, 32)};
      x = transform(x, block, 2);
      plain = attention(plain, block, 2);
      for (Vector& row : plain) row = feed_forward(row, block.fc1, block.fc2);
    }
    const auto arrives = [&](const Matrix& y) {
      backward(project::mixed(y));
      double sum = 0;
      for (const Vector& row : start) {
        for (Number number : row) sum += number.grad() * number.grad();
      }
      return std::log10(std::sqrt(sum) + 1e-30);
    };
    with.points.emplace_back(depth, arrives(x));
    without.points.emplace_back(depth, arrives(plain));
  }
  std::printf(
      "\nhow long the gradient of the input is, as a power of ten, after 1 to 6 layers:\n"
      "with your transform (*), and without norm and without what is added (.):\n\n%s\n",
      project::picture({without, with}).c_str());
}

HOLO_REWARD(reward)

}  // namespace its_check
