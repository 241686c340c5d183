#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>
#include <cstdio>

#include "exercises/project/given.h"
#include "exercises/project/measure.h"
#include "exercises/project/stage_04_bigram/model.h"

// Apart from the names of the answer.
namespace its_check {

namespace model = project::bigram;

using project::Dual;
using project::Inputs;
using project::Made;
using project::Measured;
using project::Rows;
using project::Table;

bool check_softmax(Checks& checks) {
  Rows rows = project::fractions(2, 4, 11);
  rows.push_back({1000.25, 999.5, 998});
  rows.push_back({-1001.5, -1000.25, -1003});
  rows.push_back({-800.5, 750.25, 749});
  Measured got;
  for (const std::vector<double>& row : rows) {
    const Vector logits = project::row_of<Number>(row);
    const Matrix p = {softmax(logits)};
    if (!project::has_shape(checks, "softmax of a row", p, 1, row.size())) return false;
    backward(project::mixed(p));
    const std::string name = row[0] > 1000    ? "softmax of (1000.25, 999.5, 998)"
                             : row[0] < -1000 ? "softmax of (-1001.5, -1000.25, -1003)"
                             : row[0] < -800  ? "softmax of (-800.5, 750.25, 749)"
                                              : "softmax of fractions";
    project::add_values(got, name, p);
    project::add_gradients(got, "logit of " + name, Matrix{logits});
  }
  const auto by_model = [&](const Made& made) {
    std::vector<double> numbers;
    for (const std::vector<double>& row : rows) {
      Inputs inputs;
      const Table p = {model::softmax_model(inputs.inputs(row), made)};
      for (double number : project::measured(p, inputs)) numbers.push_back(number);
    }
    return numbers;
  };
  return project::judge(checks, got, by_model, model::softmax_sentences);
}

bool check_loss(Checks& checks) {
  // Logits above 0, so that a logarithm of them is a number.
  Rows rows = project::fractions(3, 4, 17);
  for (std::vector<double>& row : rows) {
    for (double& number : row) number += 1.7;
  }
  const std::vector<int> targets = {2, 3, 0};
  const Matrix logits = project::table_of<Number>(rows);
  const Number loss = cross_entropy(logits, targets);
  backward(loss);
  Measured got;
  got.add("cross_entropy of 3 rows", loss.data());
  project::add_gradients(got, "logit of cross_entropy", logits);
  const auto by_model = [&](const Made& made) {
    Inputs inputs;
    const Dual result = model::loss_model(inputs.table(rows), targets, made);
    std::vector<double> numbers = {result.value};
    for (double gradient : inputs.gradients(result)) numbers.push_back(gradient);
    return numbers;
  };
  return project::judge(checks, got, by_model, model::loss_sentences);
}

// What one row subtracts is of no use to the other one.
void check_rows_apart(Checks& checks) {
  const double loss =
      cross_entropy(project::table_of<Number>({{1000.25, 999.5}, {-1001.5, -1000.25}}), {1, 0})
          .data();
  const std::string sentence =
      std::isfinite(loss) ? ""
                          : "cross_entropy: each row subtracts its own largest logit before the "
                            "exponentials, as softmax does";
  checks.equal("cross_entropy of (1000.25, 999.5) and (-1001.5, -1000.25)", loss,
               (std::log(1 + std::exp(0.75)) + std::log(1 + std::exp(1.25))) / 2,
               {{loss, sentence}});
}

// What is built on a mistake is not asked for.
void check(Checks& checks) {
  if (check_softmax(checks) && check_loss(checks)) check_rows_apart(checks);
}

HOLO_EXERCISE("stage_04_bigram", check)

// The given loop: a table with a row of logits for each token, which learns what follows it.
void reward() {
  holo::PythonRandom random(42);
  const std::vector<std::vector<int>> names = project::documents(random);
  const Matrix table = project::table_of<Number>(project::draw(27, 27, 0.08, random));
  Vector parameters;
  for (const Vector& row : table) parameters.insert(parameters.end(), row.begin(), row.end());
  const int length = tape_length();
  std::vector<double> losses;
  for (size_t step = 0; step < 1500; ++step) {
    Matrix logits;
    for (size_t i = 0; i + 1 < names[step].size(); ++i) {
      logits.push_back(table[static_cast<size_t>(names[step][i])]);
    }
    const std::vector<int> targets(names[step].begin() + 1, names[step].end());
    const Number loss = cross_entropy(logits, targets);
    losses.push_back(loss.data());
    backward(loss);
    descend(parameters, 2);
    cut_tape(length);
  }
  const auto logits = [&](const std::vector<int>& so_far) {
    std::vector<double> row;
    for (Number number : table[static_cast<size_t>(so_far.back())]) row.push_back(number.data());
    return row;
  };
  std::printf("\nthe loss of your table of letter pairs, 1500 names:\n\n%s\nthree names of it:",
              project::picture({project::means('*', losses, 20)}).c_str());
  for (int i = 0; i < 3; ++i) {
    std::printf(" %s", project::name(logits, 16, 0.7, random).c_str());
  }
  std::printf("\n\n");
}

HOLO_REWARD(reward)

}  // namespace its_check
