// vocab.h: the vocabulary and the merges of a byte-pair tokenizer, as vocab.json, merges.txt and
// the model of tokenizer.json have them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gpt/tokenizers/tokenizer_parts.h"

namespace holo {

/// The tokens of a model, by id and by text.
struct Vocab {
  std::vector<std::string> tokens;
  std::unordered_map<std::string, int> ids;
};

/// Reads {"a": 0, "b": 1, ...}, in any order. Throws Error, with `where` in front, for any other
/// text, a token twice or empty, more than most_pretrained_tokens, and ids that are not 0, 1, 2,
/// ..., each once. REQUIRES: UTF-8.
Vocab read_vocab(std::string_view text, const std::string& where);

/// Collects merges. Each error is one with `where` and the number of the merge, from 0.
class MergeReader {
 public:
  /// REQUIRES: `vocab` outlives the reader.
  MergeReader(const Vocab& vocab, std::string where) : vocab_(vocab), where_(std::move(where)) {}

  /// Throws Error unless the two tokens and the one that they make are in the vocabulary, and for a
  /// pair that comes twice.
  void add(std::string_view left, std::string_view right);
  /// The same for "left right", with one space between them.
  void add_line(std::string_view line);
  std::vector<TokenizerParts::Merge> take() { return std::move(merges_); }

 private:
  int id(std::string_view token, std::string_view left, std::string_view right) const;

  const Vocab& vocab_;
  std::string where_;
  std::vector<TokenizerParts::Merge> merges_;
  std::unordered_set<std::uint64_t> pairs_;
};

/// Reads ["a b", ...] or [["a", "b"], ...]. Throws as MergeReader. REQUIRES: UTF-8.
std::vector<TokenizerParts::Merge> read_merges(std::string_view text, const Vocab& vocab,
                                               const std::string& where);

}  // namespace holo
