// slide_page.cpp: a slide is the heading, the pieces that the plan names, and the question.
#include "teaching/slide_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "holo/check.h"
#include "holo/data.h"
#include "teaching/course_page.h"
#include "teaching/formula.h"
#include "teaching/formula_markup.h"
#include "teaching/inline_text.h"
#include "teaching/stepped_part.h"

namespace holo {
namespace {

// A figure without its own style; slides.css has the same.
std::string without_style(std::string svg) {
  const std::size_t begin = svg.find("<style>"), end = svg.find("</style>\n");
  return end == svg.npos ? svg : svg.erase(begin, end + 9 - begin);
}

// UTF-8: what is not a continuation of a letter.
std::size_t letters(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

bool is_block(const std::string& kind) {
  return kind == "listing" || kind == "output" || kind == "stepper" || kind == "commands";
}

const Piece& found(const Section& section, const PlannedPiece& planned, const std::string& where) {
  const std::string kind = planned.kind == "trace" ? "listing" : planned.kind;
  for (const Piece& piece : section.pieces) {
    if (piece.kind == kind && piece.text.find(planned.words) != std::string::npos) {
      return piece;
    }
  }
  const std::string with = planned.words.empty() ? "" : fmt::format(" with \"{}\"", planned.words);
  throw UsageError(where, fmt::format("no {}{} under \"{}\"", kind, with, section.heading),
                   "one that is there");
}

// How large the letters of blocks are, so that all pieces fit on the slide: of 44 letters' width
// and 18 lines' height at full size. A line of more than `most` letters is broken.
const char* size_of_blocks(const std::vector<const Piece*>& pieces) {
  constexpr std::size_t most = 120;
  double lines = 0, others = 0;
  std::size_t width = 0;
  for (const Piece* const piece : pieces) {
    if (is_block(piece->kind)) {
      const std::vector<std::string> text = lines_of(piece->text);
      lines += 1.5;
      for (const std::string& line : text) {
        lines += 1 + static_cast<double>(letters(line) / most);
        width = std::max(width, std::min(letters(line), most));
      }
    } else if (piece->kind == "formula") {
      others += 2.5 + static_cast<double>(std::count(piece->text.begin(), piece->text.end(), '&'));
    } else if (piece->kind == "figure") {
      others += 12;
    } else {
      const auto rows = static_cast<double>(lines_of(piece->text).size());
      others += rows * 0.6 + static_cast<double>(letters(piece->text)) / 62.0 * 1.35;
    }
  }
  const double by_width = 44.0 / (0.61 * static_cast<double>(std::max<std::size_t>(width, 1)));
  const double by_height = std::max(18.0 - others, 4.0) / (1.3 * std::max(lines, 1.0));
  const double size = std::min(by_width, by_height);
  constexpr const char* names[] = {"s40", "s50", "s60", "s70", "s80"};
  const int step = static_cast<int>((size - 0.4) / 0.1);
  return names[std::clamp(step, 0, 4)];
}

std::string list(const char* title, const std::vector<std::string>& lines,
                 const std::string& where) {
  if (lines.empty()) return "";
  std::string out;
  for (const std::string& line : lines) out += "<li>" + inline_html(line, {where}) + "</li>\n";
  return fmt::format("<div><h3>{}</h3>\n<ul>\n{}</ul></div>\n", title, out);
}

}  // namespace

SlideMaker::SlideMaker(std::string docs, std::string plan, SlideLooks looks)
    : docs_(std::move(docs)), plan_(std::move(plan)), looks_(std::move(looks)) {}

std::string SlideMaker::slide(const PlannedSlide& slide) {
  const std::string where = fmt::format("{}:{}", plan_, slide.line);
  const std::string path = docs_ + "/" + slide.page;
  if (pages_.count(slide.page) == 0) {
    if (!std::filesystem::exists(path)) {
      throw UsageError(where, "no page " + path, "a page that is there");
    }
    pages_[slide.page] = parse_page(slide.page, read_file(path));
  }
  const CoursePage& page = pages_.at(slide.page);
  const Section* const section = page.find(slide.heading);
  if (section == nullptr) {
    throw UsageError(where, fmt::format("no heading \"{}\" in {}", slide.heading, path),
                     "one that is there");
  }
  std::vector<const Piece*> pieces;
  std::string traces;
  for (const PlannedPiece& planned : slide.pieces) {
    pieces.push_back(&found(*section, planned, where));
    if (planned.kind == "trace") traces += stepped_html(looks_.stepped, pieces.back()->text, where);
  }
  const char* const size = traces.empty() ? size_of_blocks(pieces) : "s60";
  std::string body;
  for (const Piece* const piece : pieces) {
    const std::string& kind = piece->kind;
    if (is_block(kind)) {
      body += fmt::format("<pre class=\"{} {}\">{}</pre>\n", kind, size,
                          escape_html(without_indent(piece->text)));
    } else if (kind == "formula") {
      body += to_mathml(trimmed(piece->text), true, where);
    } else if (kind == "figure") {
      const auto file = std::filesystem::path(path).parent_path() / piece->text;
      body += "<figure>" + without_style(read_file(file.string())) + "</figure>\n";
    } else if (kind == "points") {
      body += points_html(piece->block, {where});
    } else if (kind == "table") {
      body += table_html(piece->block, {where});
    } else {
      body += "<p>" + inline_html(piece->text, {where}) + "</p>\n";
    }
  }
  body += traces;
  const bool top = slide.heading == "top" || section->heading == page.title;
  return fmt::format(
      "<p class=\"chapter\">{}</p>\n<h2>{}</h2>\n<div class=\"body\">\n{}</div>\n{}{}",
      top ? "" : inline_html(page.title, {where}), inline_html(section->heading, {where}), body,
      slide.question.empty()
          ? ""
          : "<p class=\"question\">" + inline_html(slide.question, {where}) + "</p>\n",
      slide.note.empty() ? "" : "<p class=\"note\">" + inline_html(slide.note, {where}) + "</p>\n");
}

std::string SlideMaker::page(const Session& session, int number) {
  std::vector<std::string> slides;
  slides.push_back(
      fmt::format("<p class=\"chapter\">hologradient, session {}</p>\n<h1>{}</h1>\n<div "
                  "class=\"body both\">\n{}{}"
                  "</div>\n",
                  number, inline_html(session.title, {plan_}), list("Goals", session.goals, plan_),
                  list("Today", session.agenda, plan_)));
  for (const PlannedSlide& planned : session.slides) slides.push_back(slide(planned));
  if (!session.home.empty()) {
    slides.push_back(fmt::format(
        "<p class=\"chapter\">{}</p>\n<h2>Homework</h2>\n<div class=\"body\">\n{}</div>\n",
        inline_html(session.title, {plan_}), list("", session.home, plan_)));
  }
  std::string body;
  for (std::size_t i = 0; i < slides.size(); ++i) {
    body += fmt::format(
        "<section class=\"slide{}\" id=\"slide{}\" aria-label=\"slide {} of {}\">\n{}<p "
        "class=\"number\">{} / {}</p>\n</section>\n",
        i == 0 ? " title" : "", i + 1, i + 1, slides.size(), slides[i], i + 1, slides.size());
  }
  const bool has_part = body.find("<hologradient-trace") != std::string::npos;
  const std::string part = has_part ? stepped_script() : "";
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action "
      "'none'\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>Session {}: {}</title>\n"
      "<style>{}</style>\n</head>\n<body>\n<main>\n{}</main>\n{}<script>{}</script>\n</body>\n</"
      "html>\n",
      number, escape_html(session.title), looks_.style, body,
      has_part ? "<script>" + part + "</script>\n" : "", looks_.script);
}

}  // namespace holo
