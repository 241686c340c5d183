// byte_alphabet.cpp: the characters of bytes, as two tables.
#include "gpt/tokenizers/byte_alphabet.h"

#include <array>

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

}  // namespace holo
