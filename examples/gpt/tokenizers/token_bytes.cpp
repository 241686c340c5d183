// token_bytes.cpp: the characters of bytes, as two tables; "▁" in place of spaces, and names of
// bytes.
#include "gpt/tokenizers/token_bytes.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "base/utf8.h"

namespace holo {
namespace {

constexpr char32_t alphabet_end = 0x100 + 68;

struct ByteAlphabet {
  std::array<char32_t, 256> characters{};
  std::array<int, alphabet_end> bytes{};  // of each code point, -1 for none

  ByteAlphabet() {
    bytes.fill(-1);
    char32_t next = 0x100;
    for (char32_t byte = 0; byte < 256; ++byte) {
      const bool visible =
          (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
      const char32_t character = visible ? byte : next++;
      characters[byte] = character;
      bytes[character] = static_cast<int>(byte);
    }
  }
};

const ByteAlphabet& byte_alphabet() {
  static const ByteAlphabet alphabet;
  return alphabet;
}

}  // namespace

std::string token_of_bytes(std::string_view bytes) {
  std::string token;
  for (const char c : bytes) {
    utf8::append(token, byte_alphabet().characters[static_cast<unsigned char>(c)]);
  }
  return token;
}

std::optional<std::string> bytes_of_token(std::string_view token) {
  std::string bytes;
  for (std::size_t at = 0; at < token.size();) {
    const utf8::Character character = utf8::read(token, at);
    if (character.problem != nullptr || character.code >= alphabet_end) return {};
    const int byte = byte_alphabet().bytes[character.code];
    if (byte < 0) return {};
    bytes += static_cast<char>(byte);
    at += character.length;
  }
  return bytes;
}
namespace {

std::string replaced(std::string_view text, std::string_view old_part, std::string_view new_part) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const bool is_here = text.substr(at, old_part.size()) == old_part;
    out += is_here ? new_part : text.substr(at, 1);
    at += is_here ? old_part.size() : 1;
  }
  return out;
}

}  // namespace

std::string with_space_marks(std::string_view part, SpaceBefore before, bool is_first) {
  std::string marked = replaced(part, " ", space_mark);
  if (marked.empty()) return marked;
  const bool has_one = marked.rfind(space_mark, 0) == 0;
  const bool add = before == SpaceBefore::prepend || (before == SpaceBefore::always && !has_one) ||
                   (before == SpaceBefore::first && !has_one && is_first);
  return add ? std::string(space_mark) + marked : marked;
}

std::string byte_token(int byte) { return fmt::format("<0x{:02X}>", byte); }

std::string bytes_of_marked_token(std::string_view token) {
  if (token.size() == 6 && token.substr(0, 3) == "<0x" && token.back() == '>') {
    int byte = 0;
    const char* const end = token.data() + 5;
    const auto [stop, problem] = std::from_chars(token.data() + 3, end, byte, 16);
    if (problem == std::errc() && stop == end && byte >= 0) {
      return std::string(1, static_cast<char>(static_cast<unsigned char>(byte)));
    }
  }
  return replaced(token, space_mark, " ");
}

}  // namespace holo
