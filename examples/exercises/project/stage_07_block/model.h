// model.h: rmsnorm and several heads, right and with known mistakes.
#pragma once

#include <cstddef>

#include "exercises/project/measure.h"
#include "exercises/project/stage_06_attention/model.h"

namespace project::block {

enum {
  variance,
  epsilon_small,
  epsilon_outside,
  no_epsilon,
  no_root,
  not_mean,
  centered,
  scale_cut,
  multiplied,
  root_of_sum,
  absolute,
  squares_by_n_minus_1,
  whole_share
};
inline const std::vector<std::string> norm_sentences = {
    "rmsnorm: that is the variance: the mean of the squares, from which no mean is subtracted, is "
    "asked for",
    "rmsnorm: epsilon is 1e-5, not 1e-8: microgpt.py's losses need the same",
    "rmsnorm: epsilon is added under the root, not to it",
    "rmsnorm: epsilon is missing: what if all numbers are 0?",
    "rmsnorm: the root is missing: the result has the wrong unit",
    "rmsnorm: the squares are added, but not divided by how many there are",
    "rmsnorm: the mean is subtracted from x: that is layer norm; here x keeps its mean",
    "rmsnorm: the divisor gets no gradient: it depends on all numbers of x, so calculate it with "
    "Numbers",
    "rmsnorm: x is multiplied by the root: divide by it",
    "rmsnorm: the root is taken of the sum, and then divided by how many there are",
    "rmsnorm: that is the mean of absolute values: square them, and take the root of the mean",
    "rmsnorm: the mean divides by how many there are, not by one less",
    "rmsnorm: 1 / n of whole numbers is 0: write 1.0 / n"};

inline Duals norm_model(const Duals& x, const Made& made) {
  const Dual n(static_cast<double>(x.size()));
  Dual mean, squares;
  for (const Dual& number : x) mean = mean + number / n;
  for (const Dual& number : x) {
    const Dual d = made(variance) ? number - mean : number;
    const Dual distance = d.value < 0 ? Dual(0) - d : d;
    squares = squares + (made(absolute) ? distance : d * d);
  }
  Dual mean_square = squares / (made(squares_by_n_minus_1) ? n - Dual(1) : n);
  if (made(whole_share)) mean_square = Dual(0);
  if (made(not_mean) || made(root_of_sum)) mean_square = squares;
  const double epsilon = made(epsilon_small) ? 1e-8 : 1e-5;
  Dual root = pow(mean_square + Dual(epsilon), 0.5);
  if (made(epsilon_outside)) root = pow(mean_square, 0.5) + Dual(epsilon);
  if (made(no_epsilon)) root = pow(mean_square, 0.5);
  if (made(no_root) || made(absolute)) root = mean_square + Dual(epsilon);
  if (made(root_of_sum)) root = root / n;
  if (made(scale_cut)) root = cut(root);
  Duals y;
  for (const Dual& number : x) {
    const Dual top = made(centered) ? number - mean : number;
    y.push_back(made(multiplied) ? top * root : top / root);
  }
  return y;
}

enum {
  one_head,
  interleaved,
  all_root,
  no_wo,
  first_head_only,
  other_order,
  scores_of_first,
  no_scale,
  no_mask,
  begins_at_h,
  one_wo_head,
  summed,
  q_of_first,
  k_of_first,
  v_of_first
};
inline const std::vector<std::string> heads_sentences = {
    "attention: there is one softmax for all heads: each head has scores of its own",
    "attention: the heads are mixed: a head has numbers that are next to each other, not every "
    "second one",
    "attention: a head divides by the root of how many numbers it has itself, not all heads "
    "together",
    "attention: wo is missing: the heads' results go through one more matrix",
    "attention: only the first head is there, the others give 0",
    "attention: the results are in another order than the heads",
    "attention: all heads use the scores of the first one",
    "attention: the scores are not divided by the root of how many numbers a head has",
    "attention: the mask is missing: a position sees those after it",
    "attention: head h begins with number h * size of a row: yours begins with number h",
    "attention: the last head is at all places: each head has its own place in a row",
    "attention: the heads are added: they belong side by side",
    "attention: all heads have the queries of the first one",
    "attention: all heads have the keys of the first one",
    "attention: all heads have the values of the first one"};

inline Table heads_model(const Table& x, const std::vector<Table>& weights, size_t heads,
                         const Made& made) {
  Table q = attention::times(x, weights[0]), k = attention::times(x, weights[1]),
        v = attention::times(x, weights[2]);
  const size_t all = weights[0].size(), size = made(one_head) ? all : all / heads;
  const size_t count = all / size;
  const double root =
      made(no_scale) ? 1 : std::sqrt(static_cast<double>(made(all_root) ? all : size));
  const Made mistakes(made(no_mask) ? std::vector<int>{attention::no_mask} : std::vector<int>{});
  const auto reordered = [&](Table& table) {
    for (Duals& row : table) {
      Duals changed;
      for (size_t h = 0; h < count; ++h) {
        for (size_t c = h; c < all; c += count) changed.push_back(row[c]);
      }
      row = changed;
    }
  };
  if (made(interleaved)) reordered(q), reordered(k), reordered(v);
  Table joined(x.size());
  for (size_t h = 0; h < count; ++h) {
    const size_t first = (made(other_order) ? count - 1 - h : h) * size;
    Table one;
    if (made(begins_at_h) || made(q_of_first) || made(k_of_first) || made(v_of_first)) {
      const auto from = [&](const Table& table, bool at_first) {
        const size_t begin = at_first ? 0 : made(begins_at_h) ? h : first;
        Table cut_out;
        for (const Duals& row : table) {
          const auto at = row.begin() + static_cast<std::ptrdiff_t>(begin);
          cut_out.emplace_back(at, at + static_cast<std::ptrdiff_t>(size));
        }
        return cut_out;
      };
      one = attention::head(from(q, made(q_of_first)), from(k, made(k_of_first)),
                            from(v, made(v_of_first)), 0, size, root, mistakes);
    } else if (made(scores_of_first)) {
      Table shifted;
      for (const Duals& row : v) {
        shifted.emplace_back(row.begin() + static_cast<std::ptrdiff_t>(first), row.end());
      }
      one = attention::head(q, k, shifted, 0, size, root, mistakes);
    } else {
      one = attention::head(q, k, v, first, size, root, mistakes);
    }
    for (size_t t = 0; t < x.size(); ++t) {
      for (const Dual& number : one[t]) {
        joined[t].push_back(made(first_head_only) && h > 0 ? Dual(0) : number);
      }
    }
  }
  for (Duals& row : joined) {
    if (!made(summed) && !made(one_wo_head)) continue;
    Duals changed;
    for (size_t c = 0; c < all; ++c) {
      Dual sum = row[all - size + c % size];
      for (size_t h = 0; made(summed) && h + 1 < count; ++h) sum = sum + row[h * size + c % size];
      changed.push_back(sum);
    }
    row = changed;
  }
  return made(no_wo) ? joined : attention::times(joined, weights[3]);
}

}  // namespace project::block
