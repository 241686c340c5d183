// letter_table.h: prints a table with a column for each of the first tokens of a document, such as
// the weights of a head.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "holo/tokenizer.h"
#include "support/corpus.h"
#include "support/values/vector.h"

namespace holo {

/// Prints the letters of at most 6 tokens above its columns, a dot for BOS, then rows.
class LetterTable {
 public:
  LetterTable(const std::string& corner, const CharTokenizer& tokenizer,
              const std::vector<int>& document, int decimals = 2)
      : corner_(corner.size()), decimals_(decimals) {
    fmt::print("\n{}", corner);
    for (std::size_t i = 0; i < std::min<std::size_t>(6, document.size() - 1); ++i) {
      const bool bos = document[i] == tokenizer.bos();
      letters_.push_back(bos ? "." : tokenizer.decode({document[i]}));
      fmt::print("{:>{}}", letters_.back(), decimals_ + 4);
    }
    fmt::print("\n");
  }

  std::size_t columns() const { return letters_.size(); }

  /// Letter i, and a number for each column or for the first ones only.
  void row(std::size_t i, const std::vector<double>& numbers) const {
    fmt::print("{:<{}}", letters_[i], corner_);
    for (const double number : numbers) fmt::print("{:{}.{}f}", number, decimals_ + 4, decimals_);
    fmt::print("\n");
  }
  void row(std::size_t i, const Vector& values) const {
    std::vector<double> numbers;
    for (Value value : values) numbers.push_back(value.data());
    row(i, numbers);
  }

 private:
  std::size_t corner_;
  int decimals_;
  std::vector<std::string> letters_;
};

/// Of the first document a row for each of the first tokens, a column for each that it may look at.
/// REQUIRES: gpt.logits(token, position, cache) puts the weights of this position at the end of
/// cache.weights.
template <class Cache, class Gpt>
void print_weights(const Gpt& gpt, const Corpus& corpus) {
  const Tape::Scope scope;
  const std::vector<int>& document = corpus.documents[0];
  const LetterTable table("looks at", corpus.tokenizer, document);
  Cache cache;
  for (std::size_t i = 0; i < table.columns(); ++i) {
    gpt.logits(document[i], i, cache);
    table.row(i, cache.weights[i]);
  }
}

}  // namespace holo
