// unseen_names.h: how good a model is at names that it was not trained on, and what it writes
// itself.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "support/corpus.h"
#include "support/recording.h"
#include "support/values/vector.h"

namespace holo {

/// How many documents at the end of the corpus a training of so many steps does not come to, at
/// most 1000.
inline std::size_t unseen_documents(const Corpus& corpus, std::int64_t steps) {
  const std::size_t all = corpus.documents.size();
  return std::min<std::size_t>(1000, all - std::min(all, static_cast<std::size_t>(steps)));
}

/// The mean loss of these. REQUIRES: there are some.
template <class Model>
double validation_loss(const Model& model, const Corpus& corpus, std::int64_t steps) {
  const std::size_t count = unseen_documents(corpus, steps);
  double sum = 0;
  for (std::size_t i = corpus.documents.size() - count; i < corpus.documents.size(); ++i) {
    const Tape::Scope scope;
    sum += model.loss(corpus.documents[i]).data();
  }
  return sum / static_cast<double>(count);
}

/// Prints it, unless there are none; nothing in a recording, which is of the training.
template <class Model>
void print_validation_loss(const Model& model, const Corpus& corpus, std::int64_t steps) {
  const std::size_t count = unseen_documents(corpus, steps);
  if (count == 0 || is_recording()) return;
  fmt::print("validation loss, {} names not trained on: {:.4f}\n", count,
             validation_loss(model, corpus, steps));
}

/// Three names of at most 16 letters, "ana, bob, cy", each letter drawn with its probability;
/// `cache` is the empty one that a name begins with. In a recording none are drawn.
template <class Gpt, class Cache>
std::string three_names(const Gpt& model, const Corpus& corpus, const Cache& cache,
                        PythonRandom random) {
  if (is_recording()) return "not drawn in a recording";
  std::string names;
  for (int i = 0; i < 3; ++i) {
    const Tape::Scope scope;
    Cache of_name = cache;
    std::vector<int> tokens;
    int token = corpus.tokenizer.bos();
    while (tokens.size() < 16) {
      std::vector<double> weights;
      for (Value p : softmax(model.logits(token, tokens.size(), of_name)))
        weights.push_back(p.data());
      if (std::isnan(weights[0])) return "none, the probabilities are not numbers";
      token = static_cast<int>(random.choices(weights));
      if (token == corpus.tokenizer.bos()) break;
      tokens.push_back(token);
    }
    names += (i == 0 ? "" : ", ") + corpus.tokenizer.decode(tokens);
  }
  return names;
}

}  // namespace holo
