// model.h: attention, right and with known mistakes.
#pragma once

#include "exercises/project/measure.h"
#include "exercises/support/sum.h"

namespace project::attention {

using exercise::joined;
using exercise::Sum;
namespace sum = exercise::sum;

enum {
  not_scaled,
  scaled_by_size,
  scaled_by_positions,
  no_mask,
  not_itself,
  one_ahead,
  keys_for_values,
  values_for_keys,
  queries_for_values,
  x_for_query,
  x_for_key,
  x_for_value,
  exchanged,
  no_softmax,
  not_divided,
  masked_after,
  equal_weights,
  first_value,
  weights_cut,
  values_cut,
  same_matrix,
  transposed,
  only_itself,
  with_x,
  multiplied,
  window,
  zero_scores,
  past_cut,
  root_of_seen,
  squared,
  root_of_row,
  largest_alone,
  sum_of_values,
  negative,
  result_scaled,
  products,  // of query and key
  exponentials = products + sum::mistakes,
  weighted = exponentials + sum::mistakes  // the values
};
inline const std::vector<std::string> own_sentences = {
    "the scores are not divided by the root of how many numbers a query has",
    "the scores are divided by how many numbers a query has: its root is wanted",
    "the scores are divided by the root of how many positions there are: it is that of the numbers "
    "in a query",
    "the mask is missing: a position sees those after it, which it is to predict",
    "the mask is off by one: a position sees itself too",
    "the mask is off by one: a position sees the one after it",
    "the weights are for the values: yours are taken of the keys",
    "the scores are query times key: yours are query times value",
    "the weights are for the values: yours are taken of the queries",
    "the query is x itself: it is wq times x",
    "the key is x itself: it is wk times x",
    "the value is x itself: it is wv times x",
    "the query is that of the position that looks, the key that of the one that is looked at: "
    "yours are exchanged, or wq and wk are",
    "the scores are the weights: softmax is missing",
    "the weights are exponentials that do not have the sum 1: divide by their sum",
    "the mask comes after softmax: weights of what comes later are 0, but they have taken their "
    "part of the sum 1",
    "all positions get the same weight: the scores do not reach the weights",
    "only the first position is looked at: add all of them",
    "the scores get no gradient: calculate with the Numbers themselves, not with their data()",
    "the values get no gradient: calculate with the Numbers themselves, not with their data()",
    "query and key are made by the same matrix",
    "the matrices are used by columns: a number of the result belongs to a row, as in linear",
    "a position has its own value alone: those of the positions before it are missing",
    "x is added to the result: that comes in the next stage",
    "the scores are multiplied by the root: divide by it",
    "a position sees itself and the one before it only: it sees all before it",
    "what comes later has the score 0, and e^0 is 1: it must have no part in softmax at all",
    "keys and values of earlier positions get no gradient: they are parameters' work too",
    "the scores are divided by the root of how many positions are seen: it is that of the numbers "
    "in a query",
    "the scores are squared before softmax: it takes them as they are",
    "the scores are divided by the root of how many numbers a row of x has: it is that of a query",
    "only the value with the largest score comes back: it is a mean of all",
    "the values are added without weights",
    "the scores have the wrong sign: what fits best gets the least",
    "the result is divided by the root: divide the scores by it, before softmax"};
inline const std::vector<std::string> sentences =
    joined({own_sentences, sum::sentences("the sum of the products of query and key"),
            sum::sentences("the sum of the exponentials"),
            sum::sentences("the sum of the weighted values")});

inline Table times(const Table& x, const Table& w, bool by_columns = false) {
  Table y;
  for (const Duals& row : x) {
    Duals result;
    for (size_t i = 0; i < w.size(); ++i) {
      Dual sum;
      for (size_t j = 0; j < row.size(); ++j) sum = sum + (by_columns ? w[j][i] : w[i][j]) * row[j];
      result.push_back(sum);
    }
    y.push_back(result);
  }
  return y;
}

// One head, of the numbers from `first` on in each row.
inline Table head(const Table& q, const Table& k, const Table& v, size_t first, size_t size,
                  double root, const Made& made) {
  Table out;
  Sum<Dual> product_sum(made, products), weight_sum(made, exponentials), value_sum(made, weighted);
  for (size_t t = 0; t < q.size(); ++t) {
    Duals weights;
    for (size_t s = 0; s < q.size(); ++s) {
      const bool later = made(not_itself)  ? s >= std::max<size_t>(t, 1)
                         : made(one_ahead) ? s > t + 1
                                           : s > t && !made(no_mask) && !made(zero_scores);
      if (later && !made(masked_after)) continue;
      if (made(only_itself) && s != t) continue;
      if (made(first_value) && s > 0) continue;
      if (made(window) && s + 1 < t) continue;
      Duals terms;
      for (size_t c = first; c < first + size; ++c) {
        terms.push_back(made(exchanged) ? q[s][c] * k[t][c] : q[t][c] * k[s][c]);
      }
      Dual score = product_sum.of(terms);
      if (made(past_cut) && s < t) {
        score = Dual(0);
        for (size_t c = first; c < first + size; ++c) score = score + q[t][c] * cut(k[s][c]);
      }
      if (made(zero_scores) && s > t) score = Dual(0);
      if (made(weights_cut)) score = cut(score);
      if (made(root_of_seen)) score = score * Dual(root / std::sqrt(static_cast<double>(t + 1)));
      if (made(result_scaled)) score = score * Dual(root);
      if (made(negative)) score = Dual(0) - score;
      score = made(multiplied) ? score * Dual(root) : score / Dual(root);
      if (made(squared)) score = score * score;
      weights.push_back(made(sum_of_values)   ? Dual(1)
                        : made(no_softmax)    ? score
                        : made(equal_weights) ? Dual(1)
                                              : exp(score));
    }
    const Duals totals = weight_sum.of_each(weights);
    Duals mean;
    for (size_t c = first; c < first + size; ++c) {
      Duals terms;
      size_t used = made(only_itself) ? t : made(window) && t > 0 ? t - 1 : 0;
      for (size_t i = 0; i < weights.size(); ++i, ++used) {
        if (made(masked_after) && used > t) continue;
        const Dual value = v[used][c];
        const Dual term =
            weights[i] * (made(values_cut) || (made(past_cut) && used < t) ? cut(value) : value);
        const bool undivided = made(no_softmax) || made(not_divided) || made(sum_of_values);
        terms.push_back(undivided ? term : term / totals[i]);
      }
      if (made(largest_alone)) {
        size_t best = 0;
        for (size_t i = 0; i < weights.size(); ++i)
          best = weights[i].value > weights[best].value ? i : best;
        mean.push_back(v[best][c]);
        continue;
      }
      const Dual sum = value_sum.of(terms);
      mean.push_back(made(result_scaled) ? sum / Dual(root) : sum);
    }
    out.push_back(mean);
  }
  return out;
}

inline Table one_head(const Table& x, const Table& wq, const Table& wk, const Table& wv,
                      const Made& made) {
  const bool columns = made(transposed);
  const Table q = made(x_for_query) ? x : times(x, wq, columns);
  const Table value = made(x_for_value) ? x : times(x, wv, columns);
  const Table key = made(x_for_key)     ? x
                    : made(same_matrix) ? times(x, wq, columns)
                                        : times(x, wk, columns);
  const Table& k = made(values_for_keys) ? value : key;
  const Table& v = made(keys_for_values) ? key : made(queries_for_values) ? q : value;
  const double size = static_cast<double>(wq.size());
  double root = std::sqrt(size);
  if (made(root_of_row)) root = std::sqrt(static_cast<double>(x[0].size()));
  if (made(not_scaled)) root = 1;
  if (made(scaled_by_size)) root = size;
  if (made(scaled_by_positions)) root = std::sqrt(static_cast<double>(x.size()));
  Table out = head(q, k, v, 0, wq.size(), root, made);
  for (size_t t = 0; made(with_x) && t < x.size(); ++t) {
    for (size_t c = 0; c < out[t].size(); ++c) out[t][c] = out[t][c] + x[t][c];
  }
  return out;
}

}  // namespace project::attention
