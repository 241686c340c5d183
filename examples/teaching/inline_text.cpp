// inline_text.cpp: spans, points and cells as text.
#include "teaching/inline_text.h"

#include <fmt/format.h>

#include "teaching/formula.h"
#include "teaching/formula_markup.h"
#include "teaching/inline_span.h"

namespace holo {
namespace {

std::string html_of(const Spans& spans, const InlineMarks& marks, bool in_link);

std::string html_of(const Span& span, const InlineMarks& marks, bool in_link) {
  const auto inside = [&](bool linked) { return html_of(span.inside, marks, linked); };
  switch (span.kind) {
    case SpanKind::words:
      return marks.words && !in_link ? marks.words(span.text) : escape_html(span.text);
    case SpanKind::code:
      if (marks.code && !in_link) return marks.code(span.text);
      return "<code>" + escape_html(span.text) + "</code>";
    case SpanKind::formula:
      return to_mathml(span.text, false, marks.where);
    case SpanKind::strong:
      return "<strong>" + inside(in_link) + "</strong>";
    case SpanKind::slanted:
      return "<em>" + inside(in_link) + "</em>";
    case SpanKind::link:
      return marks.link && !in_link ? marks.link(span.address, inside(true)) : inside(in_link);
    case SpanKind::image:
      break;
  }
  return marks.image ? marks.image(span.address, span.text) : "";
}

std::string html_of(const Spans& spans, const InlineMarks& marks, bool in_link) {
  std::string out;
  for (const Span& span : spans) out += html_of(span, marks, in_link);
  return out;
}

std::string words_of(const Spans& spans, bool formulas) {
  std::string out;
  for (const Span& span : spans) {
    if (span.kind == SpanKind::image || (span.kind == SpanKind::formula && !formulas)) continue;
    out += span.text + words_of(span.inside, formulas);
  }
  return out;
}

const char* class_of(Align align) {
  switch (align) {
    case Align::right:
      return " class=\"right\"";
    case Align::center:
      return " class=\"center\"";
    case Align::left:
    case Align::none:
      break;
  }
  return "";
}

}  // namespace

std::string inline_html(const std::string& text, const InlineMarks& marks) {
  return html_of(parse_inline(text), marks, false);
}

std::string inline_words(const std::string& text, bool formulas) {
  return words_of(parse_inline(text), formulas);
}

bool is_image(const std::string& text, std::string& alt, std::string& address) {
  if (!text.starts_with("![")) return false;
  const Spans spans = parse_inline(text);
  if (spans.size() != 1 || spans[0].kind != SpanKind::image) return false;
  alt = spans[0].text;
  address = spans[0].address;
  return true;
}

std::string points_html(const MarkdownBlock& list, const InlineMarks& marks) {
  std::string out;
  for (const MarkdownBlocks& item : list.items) {
    out += "<li>";
    for (const MarkdownBlock& block : item) {
      out += block.kind == BlockKind::list ? "\n" + points_html(block, marks)
                                           : inline_html(block.text, marks);
    }
    out += "</li>\n";
  }
  const bool numbered = list.marker[0] >= '0' && list.marker[0] <= '9';
  return fmt::format("<{0}>\n{1}</{0}>\n", numbered ? "ol" : "ul", out);
}

std::string table_html(const MarkdownBlock& table, const InlineMarks& marks) {
  std::string out;
  std::size_t letters = 0;
  for (const Cells& row : table.rows) {
    const bool head = out.empty();
    out += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const char* const cell = head && !row[i].empty() ? "th" : "td";
      letters += row[i].size() + 3;
      out += fmt::format("<{0}{1}>{2}</{0}>", cell, class_of(table.columns[i]),
                         inline_html(row[i], marks));
    }
    out += "</tr>\n";
  }
  constexpr std::size_t many = 1000;
  return fmt::format("<table{}>\n{}</table>\n", letters > many ? " class=\"long\"" : "", out);
}

}  // namespace holo
