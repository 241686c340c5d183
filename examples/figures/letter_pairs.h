// letter_pairs.h: how often each token of the names follows each other one, as chapter 3 counts.
#pragma once

#include <string>
#include <vector>

#include "support/corpus.h"

namespace holo {

struct LetterPairs {
  std::vector<std::vector<double>> counts;  ///< [a][b]: b follows a
  std::vector<double> totals;               ///< of the rows

  /// The mean of -log counts[a][b] / totals[a] over all pairs: no table of pairs has less.
  double loss() const;
};

LetterPairs count_letter_pairs(const Corpus& corpus);

/// The text of a token; "." for BOS.
std::string token_letter(const CharTokenizer& tokenizer, int token);

}  // namespace holo
