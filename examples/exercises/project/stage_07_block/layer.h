// layer.h: a whole layer, right and with known mistakes.
#pragma once

#include "exercises/project/stage_07_block/model.h"

namespace project::block {

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
