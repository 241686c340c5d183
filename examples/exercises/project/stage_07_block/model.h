// model.h: rmsnorm, several heads and a layer, right and with known mistakes.
#pragma once

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
    "attention: the heads are mixed: a head has numbers that stand side by side, not every second "
    "one",
    "attention: a head divides by the root of how many numbers it has itself, not all heads "
    "together",
    "attention: wo is missing: the heads' results go through one more matrix",
    "attention: only the first head is there, the others give 0",
    "attention: the results stand in another order than the heads",
    "attention: all heads use the scores of the first one",
    "attention: the scores are not divided by the root of how many numbers a head has",
    "attention: the mask is missing: a position sees those after it",
    "attention: head h begins with number h * size of a row: yours begins with number h",
    "attention: the last head stands at all places: each head has its own place in a row",
    "attention: the heads are added: they stand side by side",
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

enum {
  no_first_residual,
  no_second_residual,
  no_first_norm,
  no_second_norm,
  residual_of_normed,
  norm_after,
  side_by_side,
  no_attention,
  no_mlp,
  second_from_x,
  mlp_first,
  relu_missing,
  norm_at_end,
  residual_cut,
  without_what_was,
  row_normed,
  second_of_normed,
  norm_after_attention,
  norm_after_mlp,
  x_twice,
  multiplied_rows,
  subtracted,
  from_attention_alone
};
inline const std::vector<std::string> layer_sentences = {
    "transform: attention replaces the position: add x to it",
    "transform: feed_forward replaces the position: add what was there before",
    "transform: attention gets x itself: the norm before it is missing",
    "transform: feed_forward gets the rows as they are: the norm before it is missing",
    "transform: what is added to attention is the normed row: add x itself",
    "transform: the norm comes after attention and feed_forward: here it comes before each",
    "transform: attention and feed_forward work side by side on x: feed_forward gets what "
    "attention "
    "has already added to",
    "transform: attention is missing",
    "transform: feed_forward is missing",
    "transform: at the second addition x is added, not the row that attention has been added to",
    "transform: feed_forward comes first: attention does",
    "transform: feed_forward has no relu here",
    "transform: there is one more norm at the end",
    "transform: what is added to attention gets no gradient: add the Numbers of x themselves",
    "transform: feed_forward gets what attention has made, without x: add x first",
    "transform: the row itself is normed before the second part: only what feed_forward gets is "
    "normed, what is added to it is not",
    "transform: what is added to feed_forward is the normed row: add the row itself",
    "transform: the norm is taken of what attention makes: it is taken of what attention gets",
    "transform: the norm is taken of what feed_forward makes: it is taken of what it gets",
    "transform: x is added twice",
    "transform: what a part makes is multiplied by what was there: add it",
    "transform: what a part makes is subtracted: add it",
    "transform: feed_forward gets the normed x: it gets what attention has added to"};

inline Table plus(const Table& a, const Table& b) {
  Table sum = a;
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < a[i].size(); ++j) sum[i][j] = a[i][j] + b[i][j];
  }
  return sum;
}

inline Table times_rows(const Table& a, const Table& b) {
  Table product = a;
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < a[i].size(); ++j) product[i][j] = a[i][j] * b[i][j];
  }
  return product;
}

inline Table normed(const Table& x) {
  Table y;
  for (const Duals& row : x) y.push_back(norm_model(row, Made()));
  return y;
}

// weights: wq, wk, wv, wo, fc1, fc2.
inline Table layer_model(const Table& x, const std::vector<Table>& weights, size_t heads,
                         const Made& made) {
  const auto attend = [&](const Table& rows) { return heads_model(rows, weights, heads, Made()); };
  const auto feed = [&](const Table& rows) {
    Table hidden = attention::times(rows, weights[4]);
    for (Duals& row : hidden) {
      for (Dual& number : row) number = made(relu_missing) ? number : relu(number);
    }
    return attention::times(hidden, weights[5]);
  };
  if (made(mlp_first)) {
    const Table y = plus(feed(normed(x)), x);
    return plus(attend(normed(y)), y);
  }
  if (made(norm_after)) {
    const Table y = normed(plus(attend(x), x));
    return normed(plus(feed(y), y));
  }
  const Table before = made(no_first_norm) ? x : normed(x);
  Table y = made(no_attention) ? x : attend(before);
  const Table attended = y;
  if (!made(no_first_residual) && !made(no_attention)) {
    Table old = made(residual_of_normed) ? before : x;
    for (Duals& row : old) {
      for (Dual& number : row) number = made(residual_cut) ? cut(number) : number;
    }
    if (made(norm_after_attention)) y = normed(attend(x));
    y = made(multiplied_rows) ? times_rows(y, old) : plus(y, old);
    if (made(subtracted)) {
      for (size_t i = 0; i < y.size(); ++i) {
        for (size_t j = 0; j < y[i].size(); ++j) y[i][j] = x[i][j] - attended[i][j];
      }
    }
    if (made(x_twice)) y = plus(y, x);
    if (made(row_normed)) y = normed(y);
  }
  if (made(no_mlp)) return y;
  const Table in = made(side_by_side) ? x : made(without_what_was) ? attended : y;
  Table z = feed(made(no_second_norm) || made(norm_after_mlp) || made(row_normed)
                     ? in
                     : normed(made(from_attention_alone) ? x : in));
  if (made(norm_after_mlp)) z = normed(z);
  if (made(multiplied_rows)) return times_rows(z, y);
  if (made(subtracted)) {
    for (Duals& row : z) {
      for (Dual& number : row) number = Dual(0) - number;
    }
  }
  if (!made(no_second_residual))
    z = plus(z, made(second_from_x) ? x : made(second_of_normed) ? normed(y) : y);
  return made(norm_at_end) ? normed(z) : z;
}

}  // namespace project::block
