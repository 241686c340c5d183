// data.cpp: reads text files and splits them into documents.
#include "holo/data.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/regular_file.h"
#include "base/utf8.h"
#include "holo/check.h"

namespace holo {
namespace {

constexpr const char* text_file = "a text file, one document a line";

void check_not_utf16(std::string_view text, const std::string& name) {
  const auto starts_with = [text](std::string_view mark) { return text.substr(0, 2) == mark; };
  bool found = starts_with("\xFF\xFE") || starts_with("\xFE\xFF");
  // Latin text in UTF-16 without a byte order mark has a NUL at all even or all odd offsets.
  const std::string_view start = text.substr(0, 4096);
  if (!found && start.size() >= 8 && text.size() % 2 == 0) {
    std::size_t nuls[2] = {0, 0};
    for (std::size_t i = 0; i < start.size(); ++i) nuls[i % 2] += start[i] == '\0';
    const std::size_t half = start.size() / 2;
    found = (nuls[0] == half && nuls[1] == 0) || (nuls[1] == half && nuls[0] == 0);
  }
  if (found) {
    throw Error(shown_path(name), "looks like UTF-16", "UTF-8", "iconv -f UTF-16 -t UTF-8");
  }
}

void check_utf8(std::string_view text, const std::string& name) {
  std::size_t line = 1;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::Character character = utf8::read(text, at);
    if (character.problem != nullptr) {
      throw Error(shown_path(name),
                  fmt::format("byte 0x{:02X} at offset {}, line {}, is not UTF-8 ({})",
                              static_cast<unsigned char>(text[at]), at, line, character.problem),
                  "UTF-8", "iconv -f LATIN1 -t UTF-8, if that is its encoding");
    }
    at += character.length;
    const bool crlf = character.code == '\r' && at < text.size() && text[at] == '\n';
    if (character.code == '\n' || (character.code == '\r' && !crlf)) ++line;
  }
}

// Removes white space at both ends of a line.
std::string_view trim(std::string_view line) {
  std::size_t first = 0;
  while (first < line.size()) {
    const utf8::Character character = utf8::read(line, first);
    if (character.problem != nullptr || !utf8::is_white_space(character.code)) break;
    first += character.length;
  }
  std::size_t last = line.size();
  while (last > first) {
    std::size_t start = last - 1;
    while (start > first && (static_cast<unsigned char>(line[start]) & 0xC0) == 0x80) --start;
    const utf8::Character character = utf8::read(line.substr(0, last), start);
    if (character.problem != nullptr || start + character.length != last) break;
    if (!utf8::is_white_space(character.code)) break;
    last = start;
  }
  return line.substr(first, last - first);
}

}  // namespace

std::string read_file(const std::string& path, std::size_t max_bytes) {
  return read_regular_file(path, max_bytes, text_file);
}

std::string read_text(const std::string& path, std::size_t max_bytes) {
  std::string text = read_file(path, max_bytes);
  drop_byte_order_mark(text);
  return text;
}

bool drop_byte_order_mark(std::string& text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  const bool found = text.starts_with(mark);
  if (found) text.erase(0, mark.size());
  return found;
}

void check_text(std::string_view text, const std::string& name, Encoding encoding) {
  if (text.empty()) throw Error(shown_path(name), "is empty (0 bytes)", text_file);
  check_not_utf16(text, name);
  if (encoding == Encoding::utf8) check_utf8(text, name);
  if (trim(text).empty()) {
    throw Error(shown_path(name), fmt::format("has only white space ({} bytes)", text.size()),
                text_file);
  }
}

std::vector<std::string> split_documents(std::string_view text, const std::string& name,
                                         Encoding encoding) {
  check_text(text, name, encoding);
  std::vector<std::string> documents;
  for (std::size_t at = 0; at < text.size();) {
    // CRLF needs no special case: the empty line between CR and LF is dropped like any empty line.
    const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    const std::string_view document = trim(text.substr(at, end - at));
    if (!document.empty()) documents.emplace_back(document);
    at = end + 1;
  }
  return documents;
}

}  // namespace holo
