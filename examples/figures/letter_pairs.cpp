// letter_pairs.cpp: counts, and the loss of what is counted.
#include "figures/letter_pairs.h"

#include <cmath>

namespace holo {

LetterPairs count_letter_pairs(const Corpus& corpus) {
  const std::size_t n = corpus.vocab_size();
  LetterPairs pairs{std::vector(n, std::vector<double>(n)), std::vector<double>(n)};
  for (const std::vector<int>& tokens : corpus.documents) {
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      const auto a = static_cast<std::size_t>(tokens[i]),
                 b = static_cast<std::size_t>(tokens[i + 1]);
      pairs.counts[a][b] += 1;
      pairs.totals[a] += 1;
    }
  }
  return pairs;
}

double LetterPairs::loss() const {
  double sum = 0, count = 0;
  for (std::size_t a = 0; a < counts.size(); ++a) {
    for (const double n : counts[a]) {
      if (n > 0) sum -= n * std::log(n / totals[a]);
      count += n;
    }
  }
  return sum / count;
}

std::string token_letter(const CharTokenizer& tokenizer, int token) {
  return token == tokenizer.bos() ? "." : tokenizer.token_text(token);
}

}  // namespace holo
