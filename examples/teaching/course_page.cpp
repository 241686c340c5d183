// course_page.cpp: the blocks of a page one after the other, those in points and folds too.
#include "teaching/course_page.h"

#include <utility>

namespace holo {
namespace {

// "- a\n  - b": the points of a list with their markers.
std::string text_of_points(const MarkdownBlock& list, const std::string& indent) {
  std::string out;
  const bool numbered = list.marker.find_first_of("-*+") == std::string::npos;
  int number = numbered ? std::stoi(list.marker) : 0;
  for (const MarkdownBlocks& item : list.items) {
    out += (out.empty() ? "" : "\n") + indent +
           (numbered ? std::to_string(number++) + '.' : list.marker) + ' ';
    for (const MarkdownBlock& block : item) {
      out +=
          block.kind == BlockKind::list ? '\n' + text_of_points(block, indent + "  ") : block.text;
    }
  }
  return out;
}

std::string text_of_table(const MarkdownBlock& table) {
  std::string out;
  for (const Cells& row : table.rows) {
    if (!out.empty()) out += '\n';
    out += '|';
    for (const std::string& cell : row) out += ' ' + cell + " |";
  }
  return out;
}

class PageTaker {
 public:
  explicit PageTaker(const std::string& path) { page_.path = path; }

  void take(const MarkdownBlocks& blocks) {
    for (const MarkdownBlock& block : blocks) take(block);
  }
  CoursePage page() { return std::move(page_); }

 private:
  void take(const MarkdownBlock& block) {
    switch (block.kind) {
      case BlockKind::heading:
        if (page_.title.empty()) page_.title = block.text;
        page_.sections.push_back({block.text, {}});
        break;
      case BlockKind::text:
        add({"text", block.text, block});
        break;
      case BlockKind::list:
        take_points(block);
        break;
      case BlockKind::table:
        add({"table", text_of_table(block), block});
        break;
      case BlockKind::figure:
        add({"figure", block.address, block});
        break;
      case BlockKind::code:
        if (!kind_of_code(block).empty()) add({kind_of_code(block), block.text, block});
        break;
      case BlockKind::fold:
        take(block.items.at(0));
        break;
      case BlockKind::rule:
        break;
    }
  }

  // Points up to one that has more than a paragraph and lists in it; this follows them, and the
  // others are points again.
  void take_points(const MarkdownBlock& list) {
    MarkdownBlock points = list;
    points.items.clear();
    int number = 0;
    const bool numbered = list.marker.find_first_of("-*+") == std::string::npos;
    const auto finish = [&] {
      if (!points.items.empty()) add({"points", text_of_points(points, ""), points});
      points.items.clear();
      if (numbered) points.marker = std::to_string(std::stoi(list.marker) + number);
    };
    for (const MarkdownBlocks& item : list.items) {
      MarkdownBlocks point, more;
      for (const MarkdownBlock& block : item) {
        const bool kept = more.empty() && (block.kind == BlockKind::list ||
                                           (block.kind == BlockKind::text && point.empty()));
        (kept ? point : more).push_back(block);
      }
      points.items.push_back(point);
      ++number;
      if (more.empty()) continue;
      finish();
      take(more);
    }
    finish();
  }

  void add(Piece piece) {
    if (page_.sections.empty()) page_.sections.push_back({"", {}});
    page_.sections.back().pieces.push_back(std::move(piece));
  }

  CoursePage page_;
};

}  // namespace

const Section* CoursePage::find(const std::string& heading) const {
  for (const Section& section : sections) {
    if (heading == "top" || section.heading == heading) return &section;
  }
  return nullptr;
}

std::string kind_of_code(const MarkdownBlock& code) {
  const std::string word = code.comment.substr(0, code.comment.find_first_of(": "));
  if (code.language == "math") return "formula";
  if (code.language == "mermaid") return "";
  if (word == "output" || code.comment.ends_with(".txt")) return "output";
  if (word == "stepper") return word;
  return word == "shell" ? "commands" : "listing";
}

CoursePage parse_page(const std::string& path, const std::string& text) {
  PageTaker taker(path);
  taker.take(parse_markdown(text));
  return taker.page();
}

}  // namespace holo
