// byte_pair.h: what the training and the encoders of byte-pair encoding share: where chunks end
// (see holo/byte_pair.h), pairs of tokens as numbers, and how pairs are merged. Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <queue>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "holo/byte_pair.h"

namespace holo {

/// The end of the chunk of `text` that begins at byte `at` < text.size(); more than `at`.
std::size_t chunk_end(std::string_view text, std::size_t at);

/// The same chunks for any text in UTF-8, as a pattern of Python's modules re and regex.
inline constexpr const char* chunk_pattern =
    R"('(?:[sdmt]|ll|ve|re)| ?[A-Za-z\x80-\U0010FFFF]+| ?[0-9]+|)"
    R"( ?[^\t-\r 0-9A-Za-z\x80-\U0010FFFF]+|[\t-\r ]+(?![^\t-\r ])|[\t-\r ]+)";

/// Bytes in readable form, on one line: visible characters as they are, `space` for each space,
/// every other byte as an escape such as "\x0A".
std::string visible(std::string_view bytes, std::string_view space = "␣");

/// The most tokens that a BytePairTokenizer has, BOS among them.
inline constexpr int most_tokens = 1 << 20;

/// A pair of tokens as one number.
inline std::uint64_t pair_key(int left, int right) {
  return std::uint64_t{static_cast<std::uint32_t>(left)} << 32 | static_cast<std::uint32_t>(right);
}

inline BytePairTokenizer::Merge pair_of(std::uint64_t key) {
  return {static_cast<int>(key >> 32), static_cast<int>(key & 0xFFFFFFFF)};
}

/// A pair of neighbours that becomes one token; rank -1: none does. Lower ranks come first.
struct PairMerge {
  int rank = -1, result = -1;
};

/// Does all merges in `ids`, of one piece of text: at each step that of the lowest rank, and of its
/// places the leftmost. `find(left, right)` gives the PairMerge of two tokens. The tokens are
/// linked to their neighbours, and a queue has the merges that are possible. Time: n log n for n
/// ids.
template <class Find>
void merge_pairs(std::vector<int>& ids, Find find) {
  struct Token {
    int id;                      // -1: has become part of the one before it
    std::size_t previous, next;  // `size` stands for none
  };
  struct Possible {
    PairMerge merge;
    std::size_t at;                                // of the left token
    bool operator<(const Possible& other) const {  // is later than the other
      return std::tie(merge.rank, at) > std::tie(other.merge.rank, other.at);
    }
  };
  const std::size_t size = ids.size();
  std::vector<Token> tokens(size);
  std::priority_queue<Possible> queue;
  const auto merge_at = [&](std::size_t at) {
    const std::size_t next = tokens[at].next;
    return next == size ? PairMerge() : find(tokens[at].id, tokens[next].id);
  };
  const auto offer = [&](std::size_t at) {
    if (const PairMerge merge = merge_at(at); merge.rank >= 0) queue.push({merge, at});
  };
  for (std::size_t i = 0; i < size; ++i) tokens[i] = {ids[i], i == 0 ? size : i - 1, i + 1};
  for (std::size_t i = 0; i < size; ++i) offer(i);

  while (!queue.empty()) {
    const auto [merge, at] = queue.top();
    queue.pop();
    // The merge of a neighbour may have removed one of the two, or changed it. What counts is the
    // token that they make now, as in the package tokenizers.
    if (merge_at(at).result != merge.result) continue;
    Token& token = tokens[at];
    tokens[token.next].id = -1;
    token.id = merge.result;
    token.next = tokens[token.next].next;
    if (token.next != size) tokens[token.next].previous = at;
    if (token.previous != size) offer(token.previous);
    offer(at);
  }
  ids.clear();
  for (std::size_t i = 0; i < size; i = tokens[i].next) ids.push_back(tokens[i].id);
}

}  // namespace holo
