// formula_markup.cpp: elements as text.
#include "teaching/formula_markup.h"

#include <fmt/format.h>

namespace holo {

std::string element(const char* name, const std::string& inside) {
  return fmt::format("<{0}>{1}</{0}>", name, inside);
}

std::string escape_html(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string formula_space(const std::string& kind) {
  const char* const width = kind == "wide" ? "2em" : kind == "quad" ? "1em" : "0.17em";
  return kind.empty() ? "" : fmt::format("<mspace width=\"{}\"></mspace>", width);
}

std::string formula_words(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == ' ' ? "\u00A0" : escape_html(std::string_view(&c, 1));
  return element("mtext", out);
}

std::string upright_name(std::string text) {
  for (std::size_t i; (i = text.find('\\')) != std::string::npos;) {
    const bool space = i + 1 < text.size() && (text[i + 1] == ' ' || text[i + 1] == ',');
    text.replace(i, space ? 2 : 1, space ? "\u00A0" : "");
  }
  return fmt::format("<mi mathvariant=\"normal\">{}</mi>", escape_html(text));
}

std::string bold_name(std::string_view text) {
  std::string out;
  for (const char c : text) {
    char32_t letter = 0;
    if (c >= 'A' && c <= 'Z') letter = U'\U0001D400' + static_cast<char32_t>(c - 'A');
    if (c >= 'a' && c <= 'z') letter = U'\U0001D41A' + static_cast<char32_t>(c - 'a');
    if (c >= '0' && c <= '9') letter = U'\U0001D7CE' + static_cast<char32_t>(c - '0');
    if (letter == 0) return "";
    for (const int shift : {18, 12, 6, 0}) {  // UTF-8: four bytes
      out += static_cast<char>((shift == 18 ? 0xF0 : 0x80) | ((letter >> shift) & 0x3F));
    }
  }
  return element("mi", out);
}

}  // namespace holo
