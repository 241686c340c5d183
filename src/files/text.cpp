// text.cpp: checks that text is UTF-8, escapes it for messages and JSON, and writes a tokenizer.
#include "files/text.h"

#include <fmt/format.h>

#include <cstdint>

#include "base/utf8.h"
#include "base/words.h"
#include "files/atomic_file.h"
#include "holo/check.h"
#include "holo/tokenizer.h"

namespace holo {

void check_utf8(const std::string& where, const std::string& what, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const utf8::Character character = utf8::read(text, at);
    if (character.problem != nullptr) {
      throw Error(where,
                  fmt::format("{} has byte 0x{:02X} at its byte {}, which is not UTF-8 ({})", what,
                              static_cast<unsigned char>(text[at]), at, character.problem),
                  "UTF-8");
    }
    at += character.length;
  }
}

std::string quoted_name(std::string_view name) { return '"' + plain_label(name) + '"'; }

std::string json_text(std::string_view text, bool in_script) {
  static constexpr std::string_view letters = "\"\\bfnrt", meanings = "\"\\\b\f\n\r\t";
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::Character read = utf8::read(text, at);
    const char32_t code = read.problem == nullptr ? read.code : 0xFFFD;
    const std::size_t short_form =
        code < 0x80 ? meanings.find(static_cast<char>(code)) : meanings.npos;
    const bool ends_script = code == '<' || code == 0x7f || code == 0x2028 || code == 0x2029;
    if (short_form != meanings.npos) {
      out += '\\';
      out += letters[short_form];
    } else if (code < 0x20 || (in_script && ends_script)) {
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
    } else {
      utf8::append(out, code);
    }
    at += read.length;
  }
  return out;
}

std::string json_string(std::string_view text) { return '"' + json_text(text, true) + '"'; }

void save_tokenizer(const std::string& path, const Tokenizer& tokenizer) {
  AtomicFile file(path);
  file.write(tokenizer.to_text());
  file.commit();
}

}  // namespace holo
