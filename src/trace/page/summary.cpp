// summary.cpp: a log in a few lines of HTML, for a browser that runs no scripts.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/utf8.h"
#include "holo/trace_state.h"
#include "trace/formula.h"
#include "trace/page/parts.h"

namespace holo {
namespace {

constexpr std::size_t shown_events = 40, shown_nodes = 40;

std::string first_number(std::span<const double> numbers) {
  if (numbers.empty()) return "none";
  return number_text(numbers[0]) + (numbers.size() > 1 ? " ..." : "");
}

std::string first_lines(const std::string& text) {
  std::size_t end = 0;
  for (std::size_t line = 0; line < shown_events && end < text.size(); ++line) {
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  }
  return text.substr(0, end);
}

std::string leaves_at_the_end(const TraceLog& log) {
  TraceState state(log);
  state.go_to(log.events.size());
  std::string rows;
  std::size_t leaves = 0;
  for (std::uint32_t i = 0; i < log.nodes.size(); ++i) {
    if (!log.nodes[i].parents.empty() || ++leaves > shown_nodes) continue;
    rows += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n",
                        html_text(log.name(i)), first_number(state.value(i)),
                        first_number(state.grad(i)));
  }
  return fmt::format(
      "<table><caption>Leaves at the end, {} of {}</caption>\n<thead><tr><th "
      "scope=\"col\">leaf</th><th scope=\"col\">data</th><th scope=\"col\">grad</th></tr>"
      "</thead>\n<tbody>{}</tbody></table>\n",
      std::min(leaves, shown_nodes), leaves, rows);
}

}  // namespace

std::string html_text(const std::string& text) {
  static constexpr std::string_view marks = "<>&\"";
  static constexpr const char* names[] = {"&lt;", "&gt;", "&amp;", "&quot;"};
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::Character read = utf8::read(text, at);
    const char32_t code = read.problem == nullptr ? read.code : 0xFFFD;
    const std::size_t mark = code < 0x80 ? marks.find(static_cast<char>(code)) : marks.npos;
    const bool turns = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    if (mark != marks.npos) {
      out += names[mark];
    } else if (turns) {  // the direction of what follows
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
    } else {
      utf8::append(out, code >= 0x20 || code == '\n' ? code : ' ');
    }
    at += read.length;
  }
  return out;
}

std::string page_summary(const TraceLog& log) {
  std::string out = fmt::format(
      "<p>This page steps through {} events with a script, which does not run here. The first of "
      "them:</p>\n<pre>{}</pre>\n",
      log.events.size(), html_text(first_lines(log.to_text())));
  if (!log.cut.empty()) out += fmt::format("<p>The log ends early: {}</p>\n", html_text(log.cut));
  return out + leaves_at_the_end(log);
}

}  // namespace holo
