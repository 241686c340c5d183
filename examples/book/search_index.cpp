// search_index.cpp: sections as lists of texts in JavaScript.
#include "book/search_index.h"

#include <fmt/format.h>

#include <cctype>
#include <set>

namespace holo {
namespace {

// Also right within an HTML page: < is never as it stands.
std::string script_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || c == '<' || byte == 0x7F) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

// The names in a listing, each once, that the text does not have.
std::string names_of(const std::string& code, const std::string& text) {
  std::set<std::string> seen;
  std::string names;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const auto in_name = [&](std::size_t at) {
      return at < code.size() &&
             (std::isalnum(static_cast<unsigned char>(code[at])) != 0 || code[at] == '_');
    };
    std::size_t end = i;
    while (in_name(end)) ++end;
    if (end == i) continue;
    const std::string name = code.substr(i, end - i);
    i = end;
    const bool is_name = name.size() > 2 && std::isdigit(static_cast<unsigned char>(name[0])) == 0;
    if (!is_name || text.find(name) != std::string::npos || !seen.insert(name).second) continue;
    names += (names.empty() ? "" : " ") + name;
  }
  return names;
}

}  // namespace

std::string search_script(const std::vector<SearchSection>& sections) {
  std::string out = "\"use strict\";\nwindow.bookSections = [\n";
  for (const SearchSection& section : sections) {
    out +=
        fmt::format("[{},{},{},{},{}],\n", script_text(section.address),
                    script_text(section.chapter), script_text(section.heading),
                    script_text(section.text), script_text(names_of(section.code, section.text)));
  }
  return out + "];\n";
}

}  // namespace holo
