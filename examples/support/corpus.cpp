// corpus.cpp: shuffle, then encode.
#include "support/corpus.h"

#include "support/embedded_names.h"
#include "support/recording.h"

namespace holo {

Corpus load_corpus(const std::string& path, PythonRandom& random) {
  return corpus_of(load_documents(path), random);
}

Corpus corpus_of(std::vector<std::string> texts, PythonRandom& random) {
  random.shuffle(texts);
  Corpus corpus{CharTokenizer(texts), {}};
  const int bos = corpus.tokenizer.bos();
  for (const std::string& text : texts) {
    std::vector<int> tokens = corpus.tokenizer.encode(text);
    tokens.insert(tokens.begin(), bos);
    tokens.push_back(bos);
    corpus.documents.push_back(std::move(tokens));
  }
  record_tokens(corpus.tokenizer);
  return corpus;
}

}  // namespace holo
