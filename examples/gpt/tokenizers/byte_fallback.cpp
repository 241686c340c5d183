// byte_fallback.cpp: "▁" in place of spaces, and names of bytes.
#include "gpt/tokenizers/byte_fallback.h"

#include <fmt/format.h>

#include <charconv>

namespace holo {
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
