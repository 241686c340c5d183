// docs_text.h: letters, lines and words of a text.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <vector>

namespace docs {

using Lines = std::vector<std::string>;

inline bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool starts(const std::string& text, const std::string& with, std::size_t at = 0) {
  return at <= text.size() && text.compare(at, with.size(), with) == 0;
}
inline bool ends(const std::string& text, const std::string& with) {
  return text.size() >= with.size() && starts(text, with, text.size() - with.size());
}

inline std::string trim(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// The lines without the spaces at their ends.
inline Lines lines_of(const std::string& text) {
  Lines lines;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find('\n', i), text.size());
    const std::string line = text.substr(i, end - i);
    lines.push_back(line.substr(0, line.find_last_not_of(" \t\r") + 1));
    i = end + 1;
  }
  return lines;
}

inline Lines words_of(const std::string& text) {
  Lines words;
  for (std::size_t i = 0; (i = text.find_first_not_of(" \t\n", i)) != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_of(" \t\n", i), text.size());
    words.push_back(text.substr(i, end - i));
    i = end;
  }
  return words;
}

/// The anchor that GitHub gives a heading: "`Value` and `Tape`" has "value-and-tape".
inline std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || std::isalnum(byte) || c == '_' || c == '-') {
      anchor += byte < 0x80 ? static_cast<char>(std::tolower(byte)) : c;
    } else if (c == ' ') {
      anchor += '-';
    }
  }
  return anchor;
}

}  // namespace docs
