// corpus.h: documents as tokens, ready for training.
#pragma once

#include <string>
#include <vector>

#include "holo/random.h"
#include "holo/tokenizer.h"

namespace holo {

struct Corpus {
  CharTokenizer tokenizer;
  std::vector<std::vector<int>> documents;  ///< each BOS, its characters, BOS

  std::size_t vocab_size() const { return static_cast<std::size_t>(tokenizer.vocab_size()); }
};

/// The documents of a file (the built-in names for "") in the order that random.shuffle gives them.
/// Throws holo::Error as load_documents does.
Corpus load_corpus(const std::string& path, PythonRandom& random);
/// The same of documents that are texts already.
Corpus corpus_of(std::vector<std::string> texts, PythonRandom& random);

}  // namespace holo
