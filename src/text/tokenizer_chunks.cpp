// tokenizer_chunks.cpp: the pattern of GPT-2 for ASCII, written by hand: std::regex is slow, and
// recursive on long texts.
#include "text/tokenizer_chunks.h"

#include <fmt/format.h>

#include "base/utf8.h"

namespace holo {
namespace {

enum class Class { letter, digit, white, other };

Class class_of(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 128 || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z')) {
    return Class::letter;
  }
  if (byte >= '0' && byte <= '9') return Class::digit;
  return byte == ' ' || (byte >= '\t' && byte <= '\r') ? Class::white : Class::other;
}

// The end of the bytes of one class that begin at `at`.
std::size_t run_end(std::string_view text, std::size_t at) {
  const Class first = class_of(text[at]);
  while (at < text.size() && class_of(text[at]) == first) ++at;
  return at;
}

}  // namespace

std::size_t chunk_end(std::string_view text, std::size_t at) {
  if (text[at] == '\'') {
    for (const std::string_view end : {"'s", "'d", "'m", "'t", "'ll", "'ve", "'re"}) {
      if (text.substr(at, end.size()) == end) return at + end.size();
    }
  }
  if (class_of(text[at]) != Class::white) return run_end(text, at);
  const std::size_t end = run_end(text, at);
  if (end == text.size()) return end;
  if (end > at + 1) return end - 1;  // the last one may belong to the word
  return text[at] == ' ' ? run_end(text, end) : end;
}

std::string visible(std::string_view bytes, std::string_view space) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size();) {
    const utf8::Character character = utf8::read(bytes, at);
    const std::string_view piece = bytes.substr(at, character.length);
    at += piece.size();
    if (piece == " ") {
      text += space;
    } else if (character.problem == nullptr && !utf8::is_invisible(character.code)) {
      text += piece;
    } else {
      for (const char c : piece) {
        text += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
      }
    }
  }
  return text;
}

}  // namespace holo
