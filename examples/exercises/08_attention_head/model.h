// model.h: attention with one head and with several, right and with known mistakes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/judge.h"

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
  last_value,
  sum_of_products_assigned,
  mean_of_queries,
  sees_next,
  first_channel,
  scaled_mean,
  largest_alone,
  begins_with_value,
  by_seen,
  uniform,
  key_alone,
  query_alone,
  squared_scores,
  strength_alone
};
inline const std::vector<std::string> head_sentences = {
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
    "the mean is a sum over all positions: yours keeps the last: use +=",
    "a score is a sum over all channels: yours keeps the last: use +=",
    "the weights are for the values: you have taken the mean of the queries",
    "position t sees the positions s <= t only: yours sees the one after it too",
    "a score is a sum over all channels: yours has the first alone",
    "the root divides the scores before the softmax: yours divides the result",
    "softmax is a mean of all values: yours is that of the largest score alone",
    "the mean begins with zeros, not with the value of position t",
    "the root is that of the number of channels, not of how many positions t sees",
    "all positions have the same weight in your mean: the scores do not reach the weights",
    "a score is the product of query and key: yours has the key twice",
    "a score is the product of query and key: yours has the query twice",
    "a score goes into the exponential as it is: yours is squared",
    "a score may be negative: yours has lost its sign"};

inline Table head(const Table& q, const Table& k, const Table& v, const Made& made,
                  double channels = 0) {
  Table out;
  const size_t size = q.size();
  const double n = channels > 0 ? channels : static_cast<double>(q[0].size());
  double root = std::sqrt(n);
  if (made(not_scaled) || made(scaled_mean)) root = 1;
  if (made(by_channels)) root = n;
  if (made(by_positions)) root = std::sqrt(static_cast<double>(size));
  if (made(scaled_up)) root = 1 / root;
  for (size_t t = 0; t < size; ++t) {
    size_t end = t + 1;
    if (made(not_causal)) end = size;
    if (made(sees_next)) end = std::min(t + 2, size);
    if (made(not_itself)) end = std::max<size_t>(t, 1);
    Row scores, mean = made(begins_with_value) ? v[t] : Row(v[t].size());
    double sum = 0;
    for (size_t s = 0; s < end; ++s) {
      const Row& query = made(exchanged) ? q[s] : made(key_alone) ? k[t] : q[t];
      const Row& key = made(with_values)   ? v[s]
                       : made(exchanged)   ? k[t]
                       : made(query_alone) ? q[s]
                                           : k[s];
      double score = 0;
      for (size_t c = 0; c < (made(first_channel) ? 1 : query.size()); ++c) {
        score = made(sum_of_products_assigned) ? query[c] * key[c] : score + query[c] * key[c];
      }
      if (made(uniform)) score = 0;
      score /= made(by_seen) ? std::sqrt(static_cast<double>(t + 1)) : root;
      if (made(squared_scores)) score *= score;
      scores.push_back(made(strength_alone) ? std::abs(score) : score);
    }
    const double largest = *std::max_element(scores.begin(), scores.end());
    for (size_t s = 0; s < end; ++s) {
      double weight = made(no_exp) ? scores[s] : std::exp(scores[s]);
      if (made(largest_alone)) weight = scores[s] == largest ? 1 : 0;
      sum += weight;
      const Row& value = made(mean_of_keys) ? k[s] : made(mean_of_queries) ? q[s] : v[s];
      for (size_t c = 0; c < mean.size(); ++c) {
        mean[c] = made(last_value) ? weight * value[c] : mean[c] + weight * value[c];
      }
    }
    if (made(no_softmax)) sum = 1;
    if (made(by_number)) sum = static_cast<double>(end);
    if (made(scaled_mean)) sum *= std::sqrt(n);
    for (double& number : mean) number /= sum;
    out.push_back(mean);
  }
  return out;
}

enum {
  taking_turns,
  all_channels,
  one_softmax,
  two_heads,
  one_v,
  one_q,
  one_k,
  summed,
  reversed,
  count_as_size,
  last_head,
  averaged,
  interleaved,
  by_count,
  begins_at_h
};
inline const std::vector<std::string> heads_sentences = {
    "a head has channels that stand side by side: yours takes each second one",
    "a head is scaled by the root of its own channels, not of those of all heads",
    "each head has weights of its own: the scores of your heads are mixed",
    "there are `count` heads: yours are always two",
    "each head has values of its own: yours all take those of the first",
    "each head has queries of its own: yours all take those of the first",
    "each head has keys of its own: yours all take those of the first",
    "the results of the heads stand side by side: yours are added",
    "the result of the first head comes first: yours comes last",
    "`count` is how many heads there are: a head has q[0].size() / count channels",
    "the results of the heads stand side by side: yours replace each other",
    "the results of the heads stand side by side: yours are their mean",
    "the channels of the first head come first in the result: yours take turns",
    "a head is scaled by the root of its channels, not by that of the number of heads",
    "head h begins with channel h * size: yours begins with channel h"};

inline Table part(const Table& x, const std::vector<size_t>& channels) {
  Table result;
  for (const Row& row : x) {
    result.emplace_back();
    for (size_t c : channels) result.back().push_back(row[c]);
  }
  return result;
}

inline Table heads(const Table& q, const Table& k, const Table& v, size_t count, const Made& made) {
  const size_t channels = q[0].size();
  if (made(two_heads)) count = 2;
  if (made(one_softmax)) count = 1;
  if (made(count_as_size)) count = channels / count;
  const size_t size = channels / count;
  Table out(q.size(), Row(channels));
  for (size_t h = 0; h < count; ++h) {
    std::vector<size_t> own, first;
    for (size_t c = 0; c < size; ++c) {
      own.push_back(made(taking_turns) ? c * count + h : made(begins_at_h) ? h + c : h * size + c);
      first.push_back(c);
    }
    double scale = 0;
    if (made(all_channels)) scale = static_cast<double>(channels);
    if (made(by_count)) scale = static_cast<double>(count);
    const Table one = head(part(q, made(one_q) ? first : own), part(k, made(one_k) ? first : own),
                           part(v, made(one_v) ? first : own), Made(), scale);
    for (size_t t = 0; t < q.size(); ++t) {
      for (size_t c = 0; c < size; ++c) {
        size_t to = h * size + c;
        if (made(reversed)) to = (count - 1 - h) * size + c;
        if (made(interleaved)) to = c * count + h;
        if (made(summed) || made(averaged) || made(last_head)) to = c;
        const double number = one[t][c] / (made(averaged) ? static_cast<double>(count) : 1);
        out[t][to] = made(last_head) ? number : out[t][to] + number;
      }
    }
  }
  return out;
}

inline Row in_one_row(const Table& table) {
  Row numbers;
  for (const Row& row : table) numbers.insert(numbers.end(), row.begin(), row.end());
  return numbers;
}

}  // namespace exercise::attention
