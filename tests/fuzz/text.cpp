// text.cpp: a text to learn from, of anyone, and the tokenizers that it gives.
#include "fuzz/targets.h"
#include "holo/byte_pair.h"
#include "holo/check.h"
#include "holo/data.h"

namespace fuzz {
namespace {

using holo::BytePairTokenizer;
using holo::Encoding;
using holo::Tokenizer;
using Documents = std::vector<std::string>;

// Each document comes back, also from the tokenizer that was written and read.
void try_tokenizer(const Tokenizer& tokenizer, const Documents& documents) {
  const std::string written = tokenizer.to_text();
  const auto again = holo::tokenizer_from_text(written, "fuzz");
  require(again->to_text() == written, "a tokenizer survives");
  for (const std::string& document : documents) {
    const std::vector<int> ids = tokenizer.encode(document);
    for (const int id : ids) require(id >= 0 && id < tokenizer.bos(), "ids are those of tokens");
    require(tokenizer.decode(ids) == document, "decode gives the document back");
    require(again->encode(document) == ids, "the same tokens after writing and reading");
  }
}

// Lines without white space at their ends; split once more they are the same, unless all together
// look like another encoding.
void try_documents(const Documents& documents, Encoding encoding) {
  std::string lines;
  for (const std::string& document : documents) {
    require(!document.empty(), "no document is empty");
    require(document.find_first_of("\r\n") == std::string::npos, "a document is a line");
    lines.append(document).push_back('\n');
  }
  try {
    require(holo::split_documents(lines, "fuzz", encoding) == documents, "documents stay");
  } catch (const holo::Error& error) {
    require(std::string(error.what()).find("UTF-16") != std::string::npos, "documents are taken");
  }
}

void try_encoding(std::string_view text, int merges, Encoding encoding) {
  Documents documents;
  try {
    documents = holo::split_documents(text, "fuzz", encoding);
  } catch (const holo::Error&) {
    return;
  }
  require(!documents.empty(), "a text has a document");
  holo::check_text(text, "fuzz", encoding);
  try_documents(documents, encoding);
  if (encoding == Encoding::utf8) {
    try_tokenizer(holo::CharTokenizer(documents), documents);
    return;
  }
  try_tokenizer(holo::ByteTokenizer(), documents);
  const auto split =
      merges % 2 == 0 ? BytePairTokenizer::Split::words : BytePairTokenizer::Split::none;
  const BytePairTokenizer pairs = BytePairTokenizer::train(documents, 257 + merges, split);
  require(pairs.vocab_size() <= 257 + merges, "not more tokens than asked for");
  try_tokenizer(pairs, documents);
}

}  // namespace

void text(std::string_view bytes) {
  if (bytes.empty()) return;
  const int merges = static_cast<unsigned char>(bytes[0]);
  try_encoding(bytes.substr(1), merges, Encoding::utf8);
  try_encoding(bytes.substr(1), merges, Encoding::any);
}

}  // namespace fuzz
