// tokenizer.cpp: a file of a tokenizer, ours or a tokenizer.json, of anyone, and a text for it.
#include "holo/tokenizer.h"
#include "fuzz/targets.h"
#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "gpt/tokenizers/stored_tokenizer.h"
#include "holo/check.h"

namespace fuzz {
namespace {

using holo::Tokenizer;

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

}  // namespace fuzz
