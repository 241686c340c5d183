#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/check.h"
#include HOLO_ANSWER

#include "exercises/11_softmax/model.h"
#include "exercises/support/formula.h"
#include "exercises/support/straight_line.h"

using namespace exercise::softmax;

std::string softmax_formulas(const exercise::Measured& got, const Row& right) {
  const double largest = *std::max_element(logits.begin(), logits.end());
  const double smallest = *std::min_element(logits.begin(), logits.end());
  double sum = 0, shifted = 0, plain = 0, squares = 0;
  for (double x : logits) {
    sum += std::exp(x), shifted += std::exp(x - largest), plain += x, squares += std::exp(2 * x);
  }
  exercise::Formulas all({"e^x", "e^(x - largest)", "x", "the sum of e^x",
                          "the sum of e^(x - largest)", "the sum of the logits",
                          "the sum of the squares of e^x", "the largest logit",
                          "the smallest logit", "the first logit", "e^largest", "e^smallest",
                          "how many there are", "1"});
  for (double x : logits) {
    all.add({std::exp(x), std::exp(x - largest), x, sum, shifted, plain, squares, largest, smallest,
             logits[0], std::exp(largest), std::exp(smallest), static_cast<double>(logits.size()),
             1});
  }
  const std::string found = all.told("softmax", got.numbers, right, "e^x / (the sum of e^x)");
  if (!found.empty()) return found;
  return exercise::straight_line({got.numbers}, {logits})
             ? "your probabilities follow the logits in a straight line: take their exponentials "
               "first"
             : "";
}

std::string backward_formulas(const exercise::Measured& got, const Row& right) {
  double powers = 0, sum = 0, mean = 0, again = 0;
  const double count = static_cast<double>(p.size());
  for (double number : p) powers += std::exp(number);
  for (size_t i = 0; i < p.size(); ++i) {
    sum += upstream[i], mean += p[i] * upstream[i], again += std::exp(p[i]) / powers * upstream[i];
  }
  exercise::Formulas all({"p", "g", "m", "(1 - p)", "softmax(p)", "(the sum of softmax(p) g)",
                          "p^2", "(the sum of g)", "(the mean of g)", "1", "2",
                          "how many there are"});
  for (size_t i = 0; i < p.size(); ++i) {
    all.add({p[i], upstream[i], mean, 1 - p[i], std::exp(p[i]) / powers, again, p[i] * p[i], sum,
             sum / count, 1, 2, count});
  }
  return all.told("gradient", got.numbers, right, "p (g - m), where m is the sum of p_j g_j");
}

void check_softmax(Checks& checks) {
  exercise::Measured got;
  got.add("softmax of (0.3, 2.4, -1.7, 2.4, 0.9)", answer::softmax(logits));
  if (!exercise::judge(checks, got, softmax_of, softmax_sentences, softmax_formulas)) return;
  checks.equal("softmax of (0, 0)", answer::softmax({0, 0}), {0.5, 0.5});
  exercise::Measured large;
  for (const Row& row : large_rows) {
    std::string text;
    for (double x : row) text += (text.empty() ? "" : ", ") + std::to_string(static_cast<int>(x));
    large.add("softmax of (" + text + ")", answer::softmax(row));
  }
  exercise::judge(checks, large, large_of, large_sentences);
}

void check_backward(Checks& checks) {
  exercise::Measured got;
  got.add("softmax_backward of p (0.1, 0.25, 0.3, 0.15, 0.2), upstream (1.3, -2.1, 4.7, 0.6, 2.4)",
          answer::softmax_backward(p, upstream));
  exercise::judge(checks, got, gradient_of, backward_sentences, backward_formulas);
  checks.equal("softmax_backward of p (0.25, 0.75), upstream (3, 3)",
               answer::softmax_backward({0.25, 0.75}, {3, 3}), {0, 0});
}

void check(Checks& checks) {
  check_softmax(checks);
  check_backward(checks);
}
HOLO_EXERCISE("11_softmax", check)
