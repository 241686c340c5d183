#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cstdio>

#include "exercises/project/given.h"
#include "exercises/project/measure.h"
#include "exercises/project/stage_05_mlp/model.h"

// Apart from the names of the answer.
namespace its_check {

namespace model = project::mlp;

using project::Duals;
using project::Inputs;
using project::Made;
using project::Measured;
using project::Rows;
using project::Table;

bool check_linear(Checks& checks) {
  const std::vector<double> x_values = project::fractions(3, 21);
  const Rows w_values = project::fractions(3, 3, 22);
  const Matrix x = {project::row_of<Number>(x_values)}, w = project::table_of<Number>(w_values);
  const Matrix y = {linear(x[0], w)};
  if (!project::has_shape(checks, "linear with three rows", y, 1, 3)) return false;
  backward(project::mixed(y));
  Measured got;
  project::add_values(got, "linear", y);
  project::add_gradients(got, "x", x);
  project::add_gradients(got, "w", w);
  const bool right = project::judge(
      checks, got,
      [&](const Made& made) {
        Inputs inputs;
        const Duals input = inputs.inputs(x_values);
        return project::measured({model::linear_model(input, inputs.table(w_values), made)},
                                 inputs);
      },
      model::linear_sentences);
  if (!right) return false;
  // As many rows as the result has numbers, as many columns as x has.
  const Vector wide = linear(project::row_of<Number>({0.5, -1.5}),
                             project::table_of<Number>({{1.25, 2}, {0.5, 0.75}, {-1, 3}}));
  checks.equal("linear of 2 numbers with 3 rows: how many numbers",
               static_cast<double>(wide.size()), 3);
  return true;
}

bool check_feed_forward(Checks& checks) {
  const std::vector<double> x_values = project::fractions(3, 31);
  const Rows w1 = project::fractions(5, 3, 32), w2 = project::fractions(3, 5, 33.5);
  const Matrix x = {project::row_of<Number>(x_values)}, fc1 = project::table_of<Number>(w1),
               fc2 = project::table_of<Number>(w2);
  const Matrix y = {feed_forward(x[0], fc1, fc2)};
  if (!project::has_shape(checks, "feed_forward", y, 1, 3)) return false;
  backward(project::mixed(y));
  Measured got;
  project::add_values(got, "feed_forward", y);
  project::add_gradients(got, "x", x);
  project::add_gradients(got, "fc1", fc1);
  project::add_gradients(got, "fc2", fc2);
  return project::judge(
      checks, got,
      [&](const Made& made) {
        Inputs inputs;
        const Duals input = inputs.inputs(x_values);
        const Table first = inputs.table(w1);
        return project::measured({model::mlp_model(input, first, inputs.table(w2), made)}, inputs);
      },
      model::mlp_sentences);
}

bool check_logits(Checks& checks) {
  // As many tokens as numbers in an embedding.
  const Rows wte = project::fractions(4, 4, 41), w1 = project::fractions(3, 4, 42.3),
             w2 = project::fractions(4, 3, 43), head = project::fractions(4, 4, 44);
  const std::vector<int> tokens = {2, 0, 3, 2};
  const Mlp model = {project::table_of<Number>(wte), project::table_of<Number>(w1),
                     project::table_of<Number>(w2), project::table_of<Number>(head)};
  const Matrix rows = logits(model, tokens);
  if (!project::has_shape(checks, "logits of 4 tokens", rows, 4, 4)) return false;
  backward(project::mixed(rows));
  Measured got;
  project::add_values(got, "logits", rows);
  project::add_gradients(got, "wte", model.wte);
  project::add_gradients(got, "fc1", model.fc1);
  project::add_gradients(got, "fc2", model.fc2);
  project::add_gradients(got, "lm_head", model.lm_head);
  return project::judge(
      checks, got,
      [&](const Made& made) {
        Inputs inputs;
        const Table embedding = inputs.table(wte), first = inputs.table(w1),
                    second = inputs.table(w2), last = inputs.table(head);
        const Table result = model::logits_model(tokens, {embedding, first, second, last}, made);
        return project::measured(result, inputs);
      },
      model::logits_sentences);
}

// What is built on a mistake is not asked for.
void check(Checks& checks) {
  if (check_linear(checks) && check_feed_forward(checks)) check_logits(checks);
}

HOLO_EXERCISE("stage_05_mlp", check)

// The given loop.
void reward() {
  holo::PythonRandom random(42);
  const std::vector<std::vector<int>> names = project::documents(random);
  const auto draw = [&](int rows, int columns) {
    return project::table_of<Number>(project::draw(rows, columns, 0.3, random));
  };
  const Mlp model = {draw(27, 8), draw(32, 8), draw(8, 32), draw(27, 8)};
  Vector parameters;
  for (const Matrix* part : {&model.wte, &model.fc1, &model.fc2, &model.lm_head}) {
    for (const Vector& row : *part) parameters.insert(parameters.end(), row.begin(), row.end());
  }
  const int length = tape_length();
  std::vector<double> losses;
  for (size_t step = 0; step < 1000; ++step) {
    const std::vector<int> from(names[step].begin(), names[step].end() - 1);
    const std::vector<int> targets(names[step].begin() + 1, names[step].end());
    const Number loss = cross_entropy(logits(model, from), targets);
    losses.push_back(loss.data());
    backward(loss);
    descend(parameters, 0.3 * (1 - static_cast<double>(step) / 1000));
    cut_tape(length);
  }
  const auto next = [&](const std::vector<int>& so_far) {
    const Matrix rows = logits(model, {so_far.back()});
    std::vector<double> row;
    for (Number number : rows[0]) row.push_back(number.data());
    cut_tape(length);
    return row;
  };
  std::printf("\nthe loss of your MLP, 1000 names:\n\n%s\nthree names of it:",
              project::picture({project::means('*', losses, 20)}).c_str());
  for (int i = 0; i < 3; ++i) std::printf(" %s", project::name(next, 16, 0.7, random).c_str());
  std::printf("\n\n");
}

HOLO_REWARD(reward)

}  // namespace its_check
