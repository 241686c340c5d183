#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/check.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

#include "exercises/05_cross_entropy/gradient.h"
#include "exercises/05_cross_entropy/loss.h"
#include "exercises/support/formula.h"

using exercise::Made;
using exercise::Matrix;

const double infinity = INFINITY, nan_ = std::nan("");
const Matrix far_apart(2, 2, {1000, 999, 0, 1});

struct Case {
  Matrix logits;
  std::vector<int> targets;
};
const std::vector<Case> cases = {
    {Matrix(1, 3, {1, 2, 4}), {2}},
    {Matrix(3, 4, {0.3, -1.2, 2.1, 0.7, 1.4, 0.2, 1.4, 0.9, -2.3, 0.8, 0.4, 1.9}), {2, 0, 3}},
    {Matrix(2, 2, {-0.4, -1.7, -3.1, -0.9}), {1, 1}}};

using Model = std::vector<double> (*)(const Case&, const Made&);
bool judge(Checks& checks, const exercise::Measured& got, Model model,
           const std::vector<std::string>& sentences, const exercise::Otherwise& otherwise) {
  return exercise::judge(
      checks, got,
      [model](const Made& made) {
        std::vector<double> numbers;
        for (const Case& one : cases) {
          for (double number : model(one, made)) numbers.push_back(number);
        }
        return numbers;
      },
      sentences, otherwise);
}

// A row of logits: what the formulas are made of.
struct RowOf {
  double largest, log_sum, sum, target;
  RowOf(const Case& one, int i) : largest(one.logits(i, 0)), sum(0) {
    for (int j = 0; j < one.logits.columns; ++j) largest = std::fmax(largest, one.logits(i, j));
    for (int j = 0; j < one.logits.columns; ++j) sum += std::exp(one.logits(i, j) - largest);
    log_sum = std::log(sum);
    target = one.logits(i, one.targets[static_cast<size_t>(i)]);
  }
  double p() const { return std::exp(target - largest) / sum; }
};

std::string loss_formulas(const exercise::Measured& got, const std::vector<double>& right) {
  exercise::Formulas all({"-log p", "p", "(the largest logit)", "x_target",
                          "log(sum of e^(x - largest))", "the logarithm with base 10 of that sum",
                          "the logarithm with base 2 of that sum", "(p - 1)", "p log p",
                          "how many rows there are", "how many columns there are", "1", "2"});
  for (const Case& one : cases) {
    std::vector<double> means(9);
    for (int i = 0; i < one.logits.rows; ++i) {
      const RowOf row(one, i);
      const double p = row.p();
      const double parts[] = {-std::log(p),       p,           row.largest,
                              row.target,         row.log_sum, std::log10(row.sum),
                              std::log2(row.sum), p - 1,       p * std::log(p)};
      for (size_t k = 0; k < 9; ++k) means[k] += parts[k] / one.logits.rows;
    }
    for (double number : {one.logits.rows, one.logits.columns, 1, 2}) means.push_back(number);
    all.add(means);
  }
  return all.told("loss, in means over the rows,", got.numbers, right, "-log p");
}

std::string gradient_formulas(const exercise::Measured& got, const std::vector<double>& right) {
  exercise::Formulas all({"p", "(1 at the target)", "rows", "columns", "(p - 1 at the target)", "x",
                          "e^x", "(0 at the target, 1 elsewhere)", "p_target", "(1 - p)",
                          "x_target", "1", "2", "e^(x - largest)", "-log p"});
  for (const Case& one : cases) {
    for (int i = 0; i < one.logits.rows; ++i) {
      const RowOf row(one, i);
      for (int j = 0; j < one.logits.columns; ++j) {
        const double x = one.logits(i, j), p = std::exp(x - row.largest) / row.sum;
        const double hit = one.targets[static_cast<size_t>(i)] == j ? 1 : 0;
        all.add({p, hit, static_cast<double>(one.logits.rows),
                 static_cast<double>(one.logits.columns), p - hit, x, std::exp(x), 1 - hit, row.p(),
                 1 - p, row.target, 1, 2, std::exp(x - row.largest), -std::log(p)});
      }
    }
  }
  return all.told("gradient", got.numbers, right, "(p - 1 at the target) / rows");
}

void check_loss(Checks& checks) {
  using answer::cross_entropy;
  exercise::Measured got;
  const char* names[] = {"the logits (1, 2, 4), target 2",
                         "three rows of logits, the first (0.3, -1.2, 2.1, 0.7)",
                         "two rows of negative logits"};
  for (size_t i = 0; i < cases.size(); ++i) {
    got.add(std::string("loss of ") + names[i], cross_entropy(cases[i].logits, cases[i].targets));
  }
  const bool right = judge(
      checks, got,
      [](const Case& one, const Made& made) {
        return std::vector<double>{
            exercise::cross_entropy::loss_with(one.logits, one.targets, made)};
      },
      exercise::cross_entropy::loss_sentences, loss_formulas);
  if (!right) return;
  const char* overflow = "your exponentials overflow: subtract the largest logit of the row first";
  checks.equal("loss of the logits (1000, 0), target 0",
               cross_entropy(Matrix(1, 2, {1000, 0}), {0}), 0,
               {{nan_, overflow}, {infinity, overflow}, {-infinity, overflow}});
  checks.equal("loss of the logits (0, 1000), target 0",
               cross_entropy(Matrix(1, 2, {0, 1000}), {0}), 1000,
               {{infinity,
                 "the probability became 0 before its logarithm was taken: compute the logarithm "
                 "from the logits, log(sum of e^x) - x_target"},
                {nan_, "the largest logit of the row is subtracted, not the first"}});
  const char* from_zero =
      "the largest logit may be negative: its search begins with the first logit, not with 0";
  checks.equal("loss of the logits (-1000, -1000), target 0",
               cross_entropy(Matrix(1, 2, {-1000, -1000}), {0}), std::log(2.0),
               {{-infinity, from_zero}, {infinity, from_zero}, {nan_, from_zero}});
  const char* of_table =
      "each row subtracts its own largest logit: beside that of another row all of its "
      "exponentials may be 0";
  checks.equal("loss of the logits (1000, 999) and (0, 1), targets 0 and 1",
               cross_entropy(far_apart, {0, 1}), std::log(1 + std::exp(-1)),
               {{-infinity, of_table}, {infinity, of_table}, {nan_, of_table}});
}

void check_gradient(Checks& checks) {
  using answer::cross_entropy_gradient;
  exercise::Measured got;
  for (const Case& one : cases) {
    got.add("gradient of " + std::to_string(one.logits.rows) + " rows of " +
                std::to_string(one.logits.columns) + " logits",
            cross_entropy_gradient(one.logits, one.targets).numbers);
  }
  const bool right = judge(
      checks, got,
      [](const Case& one, const Made& made) {
        return exercise::cross_entropy::gradient::gradient_with(one.logits, one.targets, made);
      },
      exercise::cross_entropy::gradient::sentences, gradient_formulas);
  if (!right) return;
  const char* overflow =
      "the exponentials of your gradient overflow: subtract the largest logit of the row first";
  checks.equal("gradient of the logits (1000, 0), target 1",
               cross_entropy_gradient(Matrix(1, 2, {1000, 0}), {1}).numbers, {1, -1},
               {{{nan_, -1}, overflow}, {{nan_, nan_}, overflow}});
  const char* of_table =
      "each row of the gradient subtracts its own largest logit: beside that of another row all of "
      "its exponentials may be 0";
  const double g = 0.5 / (1 + std::exp(1));
  checks.equal("gradient of the logits (1000, 999) and (0, 1), targets 0 and 1",
               cross_entropy_gradient(far_apart, {0, 1}).numbers, {-g, g, g, -g},
               {{{-g, g, nan_, nan_}, of_table}, {{-g, g, infinity, infinity}, of_table}});
}

void check(Checks& checks) {
  check_loss(checks);
  check_gradient(checks);
}
HOLO_EXERCISE("05_cross_entropy", check)
