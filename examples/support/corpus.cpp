// corpus.cpp: a file or the built-in names; shuffle, then encode.
#include "support/corpus.h"

#include <string_view>
#include <utility>

#include "holo/data.h"
#include "support/command_line.h"
#include "support/recording.h"

namespace holo {

std::vector<std::string> load_documents(const std::string& path) {
  if (path.empty()) {
    return split_documents(std::string_view(embedded_names, embedded_names_size), "built-in names");
  }
  std::string text = read_file(path);
  if (drop_byte_order_mark(text)) print_warning(path + ": its byte order mark is dropped");
  return split_documents(text, path);
}

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
