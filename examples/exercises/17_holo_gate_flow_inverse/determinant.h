// determinant.h: the logarithm of the determinant of a coupling layer, right and with known
// mistakes.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "exercises/17_holo_gate_flow_inverse/model.h"
#include "exercises/support/sum.h"

namespace exercise::coupling {

enum {
  sum_of_exp,
  itself,
  of_inverse,
  mean,
  all_for_s,
  second_for_s,
  log_of_sum,
  product_of_s,
  log_of_s,
  plus_half,
  plus_ones,
  squares,
  scales
};
inline const std::vector<std::string> own_determinant_sentences = {
    "the logarithm of exp(s) is s: add the s, not the exp(s)",
    "this is the determinant: its logarithm is asked for",
    "this is the determinant of the inverse: that of forward has the other sign",
    "the determinant is the product of all scales: its logarithm is a sum, no mean",
    "s is given x1 alone, here as in forward: yours is given all of x",
    "s is given x1, here as in forward: yours is given x2",
    "the determinant is the product of the scales: yours is the logarithm of their sum",
    "the logarithm of a product is a sum: add the s, do not multiply them",
    "the logarithm of exp(s) is s: take no logarithm of s",
    "the scale of the first half is 1, and the logarithm of 1 is 0: yours adds 1 for each",
    "the scale of the first half is 1, and the logarithm of 1 is 0: yours adds 1",
    "the logarithm of exp(s) is s itself: yours adds up its squares"};
inline const std::vector<std::string> determinant_sentences =
    joined({own_determinant_sentences, sum::sentences("the sum of the s")});
inline double determinant_with(const Row& x, const Made& made) {
  double product = 1, exps = 0, logs = 0, of_squares = 0;
  const Row all = s(given(x, made(all_for_s), made(second_for_s)));
  const double sum = Sum<>(made, scales).of(all);
  for (double scale : all)
    product *= scale, exps += std::exp(scale), logs += std::log(scale), of_squares += scale * scale;
  if (made(sum_of_exp)) return exps;
  if (made(itself)) return std::exp(sum);
  if (made(of_inverse)) return -sum;
  if (made(mean)) return sum / static_cast<double>(all.size());
  if (made(log_of_sum)) return std::log(exps);
  if (made(product_of_s)) return product;
  if (made(log_of_s)) return logs;
  if (made(squares)) return of_squares;
  if (made(plus_half)) return sum + static_cast<double>(all.size());
  return made(plus_ones) ? sum + 1 : sum;
}

}  // namespace exercise::coupling
