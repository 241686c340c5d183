#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cstdio>

#include "exercises/project/given.h"
#include "exercises/project/stage_07_block/layer.h"

// Apart from the names of the answer.
namespace its_check {

namespace model = project::block;
using project::Inputs;
using project::Made;
using project::Measured;
using project::Rows;
using project::Table;

bool check_norm(Checks& checks) {
  Rows rows = {project::fractions(3, 61), project::fractions(5, 62)};
  for (double& number : rows[1]) number *= 0.01;  // here epsilon counts
  Measured got;
  for (const std::vector<double>& values : rows) {
    const Matrix x = {project::row_of<Number>(values)}, y = {rmsnorm(x[0])};
    if (!project::has_shape(checks, "rmsnorm", y, 1, values.size())) return false;
    backward(project::mixed(y));
    project::add_values(got, "rmsnorm", y);
    project::add_gradients(got, "x", x);
  }
  return project::judge(
      checks, got,
      [&](const Made& made) {
        std::vector<double> all;
        for (const std::vector<double>& values : rows) {
          Inputs inputs;
          const Table y = {model::norm_model(inputs.inputs(values), made)};
          for (double number : project::measured(y, inputs)) all.push_back(number);
        }
        return all;
      },
      model::norm_sentences);
}

// Three positions of four numbers, two heads.
const Rows x_values = project::fractions(3, 4, 71);
const std::vector<Rows> weights = {project::fractions(4, 4, 72.2), project::fractions(4, 4, 73.7),
                                   project::fractions(4, 4, 74.1), project::fractions(4, 4, 75.6),
                                   project::fractions(5, 4, 76.4), project::fractions(4, 5, 77.3)};
const char* names[] = {"wq", "wk", "wv", "wo", "fc1", "fc2"};

bool check_rows(Checks& checks, const std::string& name,
                Matrix (*function)(const Matrix&, const Block&, int), size_t parts,
                Table (*right)(const Table&, const std::vector<Table>&, size_t, const Made&),
                const std::vector<std::string>& sentences) {
  const Matrix x = project::table_of<Number>(x_values);
  std::vector<Matrix> w;
  for (const Rows& rows : weights) w.push_back(project::table_of<Number>(rows));
  const Matrix y = function(x, {w[0], w[1], w[2], w[3], w[4], w[5]}, 2);
  if (!project::has_shape(checks, name + " of 3 positions", y, 3, 4)) return false;
  backward(project::mixed(y));
  Measured got;
  project::add_values(got, name, y);
  project::add_gradients(got, "x", x);
  for (size_t i = 0; i < parts; ++i) project::add_gradients(got, names[i], w[i]);
  return project::judge(
      checks, got,
      [&](const Made& made) {
        Inputs inputs;
        const Table in = inputs.table(x_values);
        std::vector<Table> tables;
        for (size_t i = 0; i < parts; ++i) tables.push_back(inputs.table(weights[i]));
        return project::measured(right(in, tables, 2, made), inputs);
      },
      sentences);
}

// Two heads of four numbers have two numbers each: here the two counts differ.
bool check_four_heads(Checks& checks) {
  std::vector<Matrix> w;
  for (const Rows& rows : weights) w.push_back(project::table_of<Number>(rows));
  const Matrix y =
      attention(project::table_of<Number>(x_values), {w[0], w[1], w[2], w[3], {}, {}}, 4);
  const auto with_heads = [](size_t heads) {
    Inputs inputs;
    std::vector<Table> tables;
    for (size_t i = 0; i < 4; ++i) tables.push_back(inputs.table(weights[i]));
    const Table all = model::heads_model(inputs.table(x_values), tables, heads, Made());
    std::vector<double> row;
    for (const project::Dual& number : all[2]) row.push_back(number.value);
    return row;
  };
  std::vector<double> got;
  for (const Number& number : y.at(2)) got.push_back(number.data());
  checks.equal(
      "attention with 4 heads of 1 number, position 2", got, with_heads(4),
      {{with_heads(1),
        "attention: there are as many heads as are asked for: yours have as many numbers"}});
  return got.size() == 4;
}

// What is built on a mistake is not asked for.
void check(Checks& checks) {
  if (!check_norm(checks)) return;
  const bool attends = check_rows(
      checks, "attention",
      [](const Matrix& x, const Block& block, int heads) { return attention(x, block, heads); }, 4,
      model::heads_model, model::heads_sentences);
  if (attends && check_four_heads(checks))
    check_rows(
        checks, "transform",
        [](const Matrix& x, const Block& block, int heads) { return transform(x, block, heads); },
        6, model::layer_model, model::layer_sentences);
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
