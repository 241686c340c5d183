// text.cpp: texts of anyone: a text to learn from and the tokenizers that it gives, the file of a
// tokenizer, ours or a tokenizer.json, and a sheet of the playground.
#include <algorithm>
#include <cstring>
#include <vector>

#include "fuzz/targets.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "holo/byte_pair.h"
#include "holo/check.h"
#include "holo/data.h"
#include "holo/tape.h"
#include "holo/tokenizer.h"
#include "playground/sheet.h"

namespace fuzz {

using holo::BytePairTokenizer;
using holo::Encoding;
using holo::Tokenizer;

// ---- a text to learn from ----

namespace {

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

// ---- the file of a tokenizer, and a text for it ----

namespace {

// A text that the tokenizer does not take gives nothing.
void try_text(const Tokenizer& tokenizer, std::string_view text) {
  std::vector<int> ids;
  try {
    ids = tokenizer.encode(text);
  } catch (const holo::Error&) {
    require(std::string_view(tokenizer.kind()) == "char", "only characters can be unknown");
    return;
  }
  for (const int id : ids) require(id >= 0 && id < tokenizer.bos(), "ids are those of tokens");
  require(tokenizer.decode(ids) == text, "decode gives the text back");
}

// The first and the last tokens: what is merged late is long.
void try_tokens(const Tokenizer& tokenizer) {
  constexpr int some = 8;
  constexpr std::size_t most_bytes = 1024;
  for (int id = 0; id < tokenizer.vocab_size(); ++id) {
    if (id >= some && id < tokenizer.vocab_size() - some) continue;
    if (id == tokenizer.bos()) {
      require(!tokenizer.token_text(id).empty(), "BOS has a name");
      continue;
    }
    const std::string text = tokenizer.decode({id});
    require(!text.empty(), "no token is empty");
    if (text.size() > most_bytes) continue;
    require(!tokenizer.token_text(id).empty(), "a token can be seen");
    try_text(tokenizer, text);
  }
}

// Texts come back, unless an added token is written in the characters of bytes, and but for spaces
// of SentencePiece's kind.
void try_pretrained(const holo::Tokenizer& tokenizer, std::string_view text, bool comes_back) {
  const std::vector<int> ids = tokenizer.encode(text);
  for (const int id : ids) require(id >= 0 && id < tokenizer.vocab_size(), "ids are tokens");
  if (comes_back) require(tokenizer.decode(ids) == text, "decode gives the text back");
}

}  // namespace

void tokenizer(std::string_view bytes) {
  const auto [file, text] = parts_of(bytes, std::string_view("\0", 1));
  std::unique_ptr<Tokenizer> read;
  if (!is_read([&, file = file] { read = holo::tokenizer_from_text(file, "fuzz"); })) return;
  const std::string written = read->to_text();
  const auto again = holo::tokenizer_from_text(written, "fuzz, written again");
  require(again->to_text() == written, "a tokenizer survives");
  require(again->vocab_size() == read->vocab_size(), "and all of its tokens");
  try_tokens(*read);
  try_text(*read, text);
  try_text(*again, file);
}

void pretrained(std::string_view bytes) {
  const auto [file, text] = parts_of(bytes, std::string_view("\0", 1));
  std::unique_ptr<holo::Tokenizer> read;
  if (!is_read([&, file = file] { read = holo::stored_tokenizer(file, "fuzz"); })) return;
  const auto* const tokenizer = dynamic_cast<const holo::PretrainedTokenizer*>(read.get());
  if (tokenizer == nullptr) return;  // one of the library's, which the target tokenizer tries
  const std::string written = tokenizer->to_text();
  const auto again = holo::stored_tokenizer(written, "fuzz, written again");
  require(again->to_text() == written, "a tokenizer survives");
  bool comes_back = !tokenizer->parts().byte_fallback;
  for (const holo::AddedToken& token : tokenizer->parts().added) {
    comes_back = comes_back && tokenizer->decode({token.id}) == token.content;
  }
  for (int id = 0; id < tokenizer->vocab_size() + 1; ++id) {
    const std::string token = tokenizer->decode({id});
    require(tokenizer->token_text(id) != "", "a token can be seen");
    if (token.size() < 1024) try_pretrained(*tokenizer, token, comes_back);
  }
  try_pretrained(*tokenizer, text, comes_back);
  try_pretrained(*again, file.substr(0, 4096), comes_back);
}

// ---- a sheet of the playground, from an address that someone has sent ----

namespace {

// The numbers of its lines, and their gradients.
std::vector<double> calculated(std::string_view text) {
  const holo::Tape own;
  const holo::Sheet sheet = holo::read_sheet(text);
  sheet.root().value.backward();
  std::vector<double> numbers;
  for (const holo::SheetLine& line : sheet.lines) {
    require(!line.text.empty() && text.find(line.text) != std::string_view::npos,
            "a statement is a part of the sheet");
    require(line.nodes_end <= own.node_count(), "a statement made some of the nodes");
    numbers.push_back(line.value.data());
    numbers.push_back(line.value.grad());
  }
  return numbers;
}

// The place of an error is one of the text, or right behind a line of it.
void check_place(std::string_view text, const holo::SheetError& error) {
  for (int line = 1; line < error.line(); ++line) {
    require(text.find('\n') != std::string_view::npos, "the line of an error is one of the text");
    text.remove_prefix(text.find('\n') + 1);
  }
  const auto bytes = static_cast<int>(std::min(text.find('\n'), text.size()));
  require(error.column() >= 1 && error.column() <= bytes + 1, "so is its column");
}

}  // namespace

void sheet(std::string_view bytes) {
  std::vector<double> numbers;
  try {
    numbers = calculated(bytes);
  } catch (const holo::SheetError& error) {
    return check_place(bytes, error);
  } catch (const holo::Error&) {
    return;
  }
  const std::vector<double> again = calculated(bytes);
  require(again.size() == numbers.size() &&
              std::memcmp(again.data(), numbers.data(), 8 * numbers.size()) == 0,
          "the same sheet has the same bits");
}

}  // namespace fuzz
