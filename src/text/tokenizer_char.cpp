// tokenizer_char.cpp: the character tokenizer, which converts characters to ids and back.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/utf8.h"
#include "holo/check.h"
#include "holo/tokenizer.h"

namespace holo {
namespace {

// Calls visit(code, offset) for each character. Throws Error(where(), ...) unless `text` is UTF-8.
template <class Where, class Visit>
void for_each_character(std::string_view text, Where where, Visit visit) {
  for (std::size_t at = 0; at < text.size();) {
    const utf8::Character character = utf8::read(text, at);
    if (character.problem != nullptr) {
      throw Error(where(),
                  fmt::format("byte 0x{:02X} at offset {} is not UTF-8 ({})",
                              static_cast<unsigned char>(text[at]), at, character.problem),
                  "UTF-8");
    }
    visit(character.code, at);
    at += character.length;
  }
}

std::string code_point(char32_t code) {
  return fmt::format("U+{:04X}", static_cast<std::uint32_t>(code));
}

std::string for_people(char32_t code) {
  if (utf8::is_invisible(code)) return code_point(code);
  std::string text;
  utf8::append(text, code);
  return text;
}

}  // namespace

CharTokenizer::CharTokenizer(const std::vector<std::string>& documents) {
  std::vector<bool> occurs;  // one bit for each code point up to the largest one
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto where = [i] { return fmt::format("document {}", i); };
    for_each_character(documents[i], where, [&occurs](char32_t code, std::size_t) {
      if (code >= occurs.size()) occurs.resize(code + 1);
      occurs[code] = true;
    });
  }
  for (char32_t code = 0; code < occurs.size(); ++code) {
    if (occurs[code]) characters_.push_back(code);
  }
}

CharTokenizer CharTokenizer::of_characters(std::vector<char32_t> characters) {
  for (std::size_t i = 0; i < characters.size(); ++i) {
    if (utf8::is_character(characters[i]) && (i == 0 || characters[i - 1] < characters[i]))
      continue;
    throw Error("CharTokenizer::of_characters",
                fmt::format("{} at {}", code_point(characters[i]), i),
                "code points of characters, ascending");
  }
  CharTokenizer tokenizer;
  tokenizer.characters_ = std::move(characters);
  return tokenizer;
}

std::vector<int> CharTokenizer::encode(std::string_view text) const {
  std::vector<int> ids;
  const auto where = [] { return "encode"; };
  for_each_character(text, where, [&](char32_t code, std::size_t at) {
    const auto found = std::lower_bound(characters_.begin(), characters_.end(), code);
    if (found == characters_.end() || *found != code) {
      const std::string shown = utf8::is_invisible(code)
                                    ? code_point(code)
                                    : fmt::format("'{}' ({})", for_people(code), code_point(code));
      throw Error(
          "encode", fmt::format("{} at offset {} is not in the vocabulary", shown, at),
          fmt::format("one of its {} characters (vocabulary size {})", bos(), vocab_size()));
    }
    ids.push_back(static_cast<int>(found - characters_.begin()));
  });
  return ids;
}

std::string CharTokenizer::decode(const std::vector<int>& ids) const {
  std::string text;
  for (const int id : ids) {
    if (id < 0 || id >= bos()) {
      throw Error("decode", fmt::format("id {}{}", id, id == bos() ? " (BOS)" : ""),
                  fmt::format("an id from 0 to {}", bos() - 1));
    }
    utf8::append(text, characters_[static_cast<std::size_t>(id)]);
  }
  return text;
}

std::string CharTokenizer::token_text(int id) const {
  if (id < 0 || id > bos()) {
    throw Error("token_text", fmt::format("id {}", id), fmt::format("an id from 0 to {}", bos()));
  }
  return id == bos() ? "<BOS>" : for_people(characters_[static_cast<std::size_t>(id)]);
}

}  // namespace holo
