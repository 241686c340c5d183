// heads.h: several heads of attention, right and with known mistakes.
#pragma once

#include <string>
#include <vector>

#include "exercises/08_attention_head/model.h"

namespace exercise::attention {

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
  begins_at_h,
  last_missing,
  first_missing
};
inline const std::vector<std::string> heads_sentences = {
    "the channels of a head are next to each other: yours takes every second one",
    "a head is scaled by the root of its own channels, not of those of all heads",
    "each head has weights of its own: the scores of your heads are mixed",
    "there are `count` heads: yours are always two",
    "each head has values of its own: yours all take those of the first",
    "each head has queries of its own: yours all take those of the first",
    "each head has keys of its own: yours all take those of the first",
    "the results of the heads are put side by side: yours are added",
    "the result of the first head comes first: yours comes last",
    "`count` is how many heads there are: a head has q[0].size() / count channels",
    "the results of the heads are put side by side: yours replace each other",
    "the results of the heads are put side by side: yours are their mean",
    "the channels of the first head come first in the result: yours take turns",
    "a head is scaled by the root of its channels, not by that of the number of heads",
    "head h begins with channel h * size: yours begins with channel h",
    "the last head is missing: its channels of the result are 0",
    "the first head is missing: its channels of the result are 0"};

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
    if ((made(last_missing) && h + 1 == count && h > 0) ||
        (made(first_missing) && h == 0 && count > 1))
      continue;
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
