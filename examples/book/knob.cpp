// knob.cpp: the numbers are those that coloured_code.h marks, each with the sign before it.
#include "book/knob.h"

#include <fmt/format.h>

#include "teaching/formula_markup.h"
#include "teaching/markdown.h"

namespace holo {
namespace {

// The text between two others, behind `at`, which moves behind the second; "" when one is missing.
std::string between(const std::string& text, const std::string& begin, const std::string& end,
                    std::size_t& at) {
  const std::size_t first = text.find(begin, at);
  const std::size_t last = first == text.npos ? text.npos : text.find(end, first + begin.size());
  if (last == text.npos) return "";
  at = last + end.size();
  return trimmed(text.substr(first + begin.size(), last - first - begin.size()));
}

// "-" is a sign behind a bracket, a comma or =.
bool has_sign(const std::string& html, std::size_t number) {
  if (number == 0 || html[number - 1] != '-') return false;
  const std::size_t before = html.find_last_not_of(' ', number - 2);
  return number >= 2 && before != html.npos && std::string("({,=").find(html[before]) != html.npos;
}

}  // namespace

std::vector<Knobs> knobs_of(const std::string& page) {
  std::vector<Knobs> all;
  for (const std::string& line : lines_of(page)) {
    if (!line.starts_with("<!-- knobs: ") || !line.ends_with(" -->")) continue;
    std::size_t at = 0;
    Knobs knobs;
    knobs.program = between(line, "<!-- knobs: ", " from ", at);
    at -= 6;  // " from " begins what comes next
    knobs.low = between(line, " from ", " to ", at);
    at -= 4;
    knobs.high = between(line, " to ", ": ", at);
    knobs.line = trimmed(line.substr(at, line.size() - 4 - at));
    if (!knobs.program.empty() && !knobs.low.empty() && !knobs.high.empty()) all.push_back(knobs);
  }
  return all;
}

std::string with_knobs(const std::string& html, const Knobs& knobs) {
  std::string out;
  std::size_t done = 0;
  int index = 0;
  for (std::size_t at = 0; (at = html.find("<u>", at)) != html.npos; ++index) {
    const std::size_t begin = at - (has_sign(html, at) ? 1 : 0), end = html.find("</u>", at) + 4;
    out += html.substr(done, begin - done) +
           fmt::format(
               "<span class=\"knob\" data-of=\"{}\" data-line=\"{}\" data-index=\"{}\" "
               "data-low=\"{}\" data-high=\"{}\">{}</span>",
               escape_html(knobs.program), escape_html(knobs.line), index, escape_html(knobs.low),
               escape_html(knobs.high), html.substr(begin, end - begin));
    at = done = end;
  }
  return out + html.substr(done);
}

}  // namespace holo
