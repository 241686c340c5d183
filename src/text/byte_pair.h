// byte_pair.h: code shared by byte-pair training and encoding: the ends of chunks (see
// holo/byte_pair.h), pairs of tokens as numbers, and merges. Internal.
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

/// The end of the chunk of `text` that begins at byte `at` < text.size(); always greater than `at`.
std::size_t chunk_end(std::string_view text, std::size_t at);

/// A pattern for Python's modules re and regex that splits any UTF-8 text into the same chunks.
inline constexpr const char* chunk_pattern =
    R"('(?:[sdmt]|ll|ve|re)| ?[A-Za-z\x80-\U0010FFFF]+| ?[0-9]+|)"
    R"( ?[^\t-\r 0-9A-Za-z\x80-\U0010FFFF]+|[\t-\r ]+(?![^\t-\r ])|[\t-\r ]+)";

/// Bytes in readable form, on one line: visible characters as they are, a space as `space`, every
/// other byte as an escape such as "\x0A".
std::string visible(std::string_view bytes, std::string_view space = "␣");

/// The maximum number of tokens in a BytePairTokenizer, including BOS.
inline constexpr int most_tokens = 1 << 20;

/// Combines a pair of tokens into one number.
inline std::uint64_t pair_key(int left, int right) {
  return std::uint64_t{static_cast<std::uint32_t>(left)} << 32 | static_cast<std::uint32_t>(right);
}

inline BytePairTokenizer::Merge pair_of(std::uint64_t key) {
  return {static_cast<int>(key >> 32), static_cast<int>(key & 0xFFFFFFFF)};
}

/// The merge of two adjacent tokens; `rank` is -1 if they do not merge. Lower ranks go first.
struct PairMerge {
  int rank = -1, result = -1;
};

/// Applies all merges to the `ids` of one text, lowest rank first, and from left to right for equal
/// ranks. `find(left, right)` returns the PairMerge of two tokens. Each token is linked to the
/// tokens next to it, and a queue holds the possible merges. The time for n ids is O(n log n).
template <class Find>
void merge_pairs(std::vector<int>& ids, Find find) {
  struct Token {
    int id;                      // -1 if merged into the previous token
    std::size_t previous, next;  // `size` if there is no neighbour
  };
  struct Possible {
    PairMerge merge;
    std::size_t at;                                // position of the left token
    bool operator<(const Possible& other) const {  // true if `other` comes first
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
    // The merge of an adjacent token may have removed or changed one of the two tokens. We compare
    // the current tokens, as the `tokenizers` package does.
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
