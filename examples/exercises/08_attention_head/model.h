// model.h: attention with one head and with several, right and with known mistakes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/reading.h"
#include "exercises/support/sum.h"

namespace exercise::attention {

using Row = std::vector<double>;
using Table = std::vector<Row>;

enum {
  not_scaled,
  by_channels,
  by_positions,
  not_causal,
  mean_of_keys,
  exchanged,
  no_softmax,
  by_number,
  no_exp,
  not_itself,
  scaled_up,
  with_values,
  mean_of_queries,
  sees_next,
  scaled_mean,
  largest_alone,
  begins_with_value,
  by_seen,
  uniform,
  key_alone,
  query_alone,
  squared_scores,
  strength_alone,
  whole_root,
  own_value,
  in_place_of_sum,
  channels_reversed,
  products,  // of query and key, their sum is the score
  exponentials = products + sum::mistakes,
  read_queries = exponentials + sum::mistakes,
  read_keys = read_queries + table::mistakes,
  read_values = read_keys + table::mistakes,
  weighted = read_values + table::mistakes  // the values, their sum is the mean
};
inline const std::vector<std::string> own_head_sentences = {
    "divide the scores by the root of the number of channels",
    "scale by the root of the number of channels, not by the number",
    "the root is that of the number of channels, not of the positions",
    "position t sees the positions s <= t only: your head looks ahead",
    "the weights are for the values: you have taken the mean of the keys",
    "the query is that of position t, the key that of position s: yours are exchanged",
    "the weights of a position have the sum 1: divide by the sum of the exponentials",
    "divide by the sum of the exponentials, not by the number of positions",
    "a score is no weight yet: take its exponential",
    "a position sees itself too: s <= t, not s < t",
    "the scores are divided by the root, not multiplied by it",
    "a score is the product of query and key: yours is that of query and value",
    "the weights are for the values: you have taken the mean of the queries",
    "position t sees the positions s <= t only: yours sees the one after it too",
    "the root divides the scores before the softmax: yours divides the result",
    "softmax is a mean of all values: yours is that of the largest score alone",
    "the mean begins with zeros, not with the value of position t",
    "the root is that of the number of channels, not of how many positions t sees",
    "all positions have the same weight in your mean: the scores do not reach the weights",
    "a score is the product of query and key: yours has the key twice",
    "a score is the product of query and key: yours has the query twice",
    "a score goes into the exponential as it is: yours is squared",
    "a score may be negative: yours has lost its sign",
    "the root has lost its fraction: take double, not size_t or int",
    "the result of a position is its own value in yours: take the mean of the v[s], by their "
    "weights",
    "divide by the sum of the exponentials, not by the last one",
    "a product is that of the same channel of query and key: yours reads one of them from the last "
    "channel to the first"};
inline const std::vector<std::string> head_sentences =
    joined({own_head_sentences, sum::sentences("the sum of the products of query and key"),
            sum::sentences("the sum of the exponentials"), table::sentences("the queries"),
            table::sentences("the keys"), table::sentences("the values"),
            sum::sentences("the sum of the weighted values")});

// x[t][c] as an answer reads it, whose mistakes begin with number `first`.
inline double read(const Table& x, size_t t, size_t c, const Made& made, int first) {
  const table::Place place = table::read(made, first, t, c, x.size(), x[0].size());
  return x[place.row][place.column];
}

// What the scores are divided by.
inline double root_with(double channels, size_t positions, const Made& made) {
  double root = std::sqrt(channels);
  if (made(whole_root)) root = std::trunc(root);
  if (made(not_scaled) || made(scaled_mean)) root = 1;
  if (made(by_channels)) root = channels;
  if (made(by_positions)) root = std::sqrt(static_cast<double>(positions));
  return made(scaled_up) ? 1 / root : root;
}

inline Table head(const Table& q, const Table& k, const Table& v, const Made& made,
                  double channels = 0) {
  Table out;
  const size_t size = q.size();
  const double n = channels > 0 ? channels : static_cast<double>(q[0].size());
  const double root = root_with(n, size, made);
  Sum<> product_sum(made, products), weight_sum(made, exponentials), value_sum(made, weighted);
  for (size_t t = 0; t < size; ++t) {
    size_t end = t + 1;
    if (made(not_causal)) end = size;
    if (made(sees_next)) end = std::min(t + 2, size);
    if (made(not_itself)) end = std::max<size_t>(t, 1);
    Row scores, weights;
    for (size_t s = 0; s < end; ++s) {
      Row terms;
      for (size_t c = 0; c < q[t].size(); ++c) {
        const double query = made(exchanged)   ? q[s][c]
                             : made(key_alone) ? k[t][c]
                                               : read(q, t, c, made, read_queries);
        const double key = made(with_values)   ? v[s][c]
                           : made(exchanged)   ? k[t][c]
                           : made(query_alone) ? q[s][c]
                                               : read(k, s, c, made, read_keys);
        const double crossed = k[s][q[t].size() - 1 - c];
        terms.push_back(query * (made(channels_reversed) ? crossed : key));
      }
      double score = made(uniform) ? 0 : product_sum.of(terms);
      score /= made(by_seen) ? std::sqrt(static_cast<double>(t + 1)) : root;
      if (made(squared_scores)) score *= score;
      scores.push_back(made(strength_alone) ? std::abs(score) : score);
    }
    const double largest = *std::max_element(scores.begin(), scores.end());
    for (double score : scores) {
      double weight = made(no_exp) ? score : std::exp(score);
      if (made(largest_alone)) weight = score == largest ? 1 : 0;
      weights.push_back(weight);
    }
    const Row sums = weight_sum.of_each(weights);
    Row mean;
    for (size_t c = 0; c < v[t].size(); ++c) {
      Row terms;
      for (size_t s = 0; s < end; ++s) {
        const double value = made(mean_of_keys)      ? k[s][c]
                             : made(mean_of_queries) ? q[s][c]
                             : made(own_value)       ? v[t][c]
                                                     : read(v, s, c, made, read_values);
        double sum = sums[s];
        if (made(no_softmax)) sum = 1;
        if (made(by_number)) sum = static_cast<double>(end);
        if (made(in_place_of_sum)) sum = weights.back();
        if (made(scaled_mean)) sum *= std::sqrt(n);
        terms.push_back(weights[s] / sum * value);
      }
      if (made(begins_with_value)) terms[0] += v[t][c] / sums.back();
      mean.push_back(value_sum.of(terms));
    }
    out.push_back(mean);
  }
  return out;
}

}  // namespace exercise::attention
