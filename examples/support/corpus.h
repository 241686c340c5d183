// corpus.h: the names that the build puts into every example, so that none needs a file, and
// documents as tokens, ready for training.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "holo/random.h"
#include "holo/tokenizer.h"

namespace holo {

/// The text of examples/data/names.txt, one name a line, NUL at the end; made by the Makefile.
extern const char embedded_names[];

/// Its length in bytes without that NUL.
extern const std::size_t embedded_names_size;

/// The documents of a file (split_documents, see holo/data.h), of the built-in names for "". Warns
/// of a byte order mark, which is no character of the first one.
std::vector<std::string> load_documents(const std::string& path);

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
