// inline_text.cpp: marks inside of a line.
#include "teaching/inline_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "teaching/course_page.h"
#include "teaching/formula.h"
#include "teaching/formula_markup.h"

namespace holo {
namespace {

struct Mark {
  const char *open, *close, *element;
};

// The first that fits counts.
constexpr Mark marks[] = {{"$`", "`$", "math"}, {"`` ", " ``", "code"}, {"`", "`", "code"},
                          {"$", "$", "math"},   {"**", "**", "strong"}, {"*", "*", "em"}};

// The end of a link's address, when a link begins at `i`; else npos.
std::size_t end_of_link(const std::string& text, std::size_t i, std::size_t& words_end) {
  words_end = text.find("](", i);
  if (text[i] != '[' || words_end == std::string::npos) return std::string::npos;
  if (text.find('[', i + 1) < words_end) return std::string::npos;
  return text.find(')', words_end);
}

std::string marked(const Mark& mark, const std::string& inside, const std::string& where) {
  const std::string element = mark.element;
  if (element == "math") return to_mathml(inside, false, where);
  const std::string html = element == "code" ? escape_html(inside) : inline_html(inside, where);
  return fmt::format("<{0}>{1}</{0}>", element, html);
}

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  std::size_t begin = 1;
  bool code = false;
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (row[i] == '`') code = !code;
    if (row[i] != '|' || code || row[i - 1] == '\\') continue;
    cells.push_back(trimmed(row.substr(begin, i - begin)));
    begin = i + 1;
  }
  return cells;
}

}  // namespace

std::string inline_html(const std::string& text, const std::string& where) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t words_end = 0;
    const std::size_t link_end = end_of_link(text, i, words_end);
    if (link_end != std::string::npos) {
      out += inline_html(text.substr(i + 1, words_end - i - 1), where);
      i = link_end + 1;
      continue;
    }
    if (text[i] == '\\' && i + 1 < text.size()) {
      out += escape_html(text.substr(i + 1, 1));
      i += 2;
      continue;
    }
    const auto fits = [&](const Mark& mark) {
      const std::size_t inside = i + std::string(mark.open).size();
      return text.compare(i, inside - i, mark.open) == 0 && inside < text.size() &&
             (mark.element[0] == 'c' || text[inside] != ' ') &&
             text.find(mark.close, inside) != std::string::npos;
    };
    const auto* const mark = std::find_if(std::begin(marks), std::end(marks), fits);
    if (mark == std::end(marks)) {
      out += escape_html(text.substr(i++, 1));
      continue;
    }
    const std::size_t inside = i + std::string(mark->open).size();
    const std::size_t end = text.find(mark->close, inside);
    out += marked(*mark, text.substr(inside, end - inside), where);
    i = end + std::string(mark->close).size();
  }
  return out;
}

std::string points_html(const std::string& text, const std::string& where) {
  std::string out;
  for (const std::string& line : lines_of(text)) {
    out += "<li>" + inline_html(line.substr(line.find(' ') + 1), where) + "</li>\n";
  }
  const bool numbered = text[0] >= '0' && text[0] <= '9';
  return fmt::format("<{0}>\n{1}</{0}>\n", numbered ? "ol" : "ul", out);
}

std::string table_html(const std::string& text, const std::string& where) {
  std::string out;
  for (const std::string& line : lines_of(text)) {
    if (line.find_first_not_of("|-: ") == std::string::npos) continue;
    const char* const cell = out.empty() ? "th" : "td";
    out += "<tr>";
    for (const std::string& words : cells_of(line)) {
      out += fmt::format("<{0}>{1}</{0}>", cell, inline_html(words, where));
    }
    out += "</tr>\n";
  }
  constexpr std::size_t many = 1000;  // letters
  return fmt::format("<table{}>\n{}</table>\n", text.size() > many ? " class=\"long\"" : "", out);
}

}  // namespace holo
