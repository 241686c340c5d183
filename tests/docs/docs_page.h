// docs_page.h: takes a page of the documents apart: fenced blocks with the comment that names their
// source, prose, code spans, links and headings. docs_check.h checks them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "docs/docs_text.h"

namespace docs {

/// A piece of a page and the line where it begins, from 1.
struct Piece {
  int line;
  std::string text;
};

/// A fenced block. `kind` and `argument` come from the comment before it: <!-- kind: argument -->.
struct Block {
  int line;
  std::string language, kind, argument;
  Lines lines;
};

struct Page {
  std::vector<Block> blocks;
  std::vector<Piece> spans, links;  // code spans; the targets of links
  std::vector<Piece> numbers;       // the files of <!-- numbers: FILE -->
  std::vector<Piece> knobs;         // the texts of <!-- knobs: ... -->
  std::vector<Piece> headings;      // their anchors
  std::vector<Piece> problems;      // unreadable parts
  std::string prose;                // the page with everything else blanked out, line by line
  int line_of(std::size_t i) const {
    return 1 +
           static_cast<int>(std::count(prose.begin(), prose.begin() + static_cast<long>(i), '\n'));
  }
};

inline bool has_heading(const Page& page, const std::string& anchor) {
  return std::any_of(page.headings.begin(), page.headings.end(),
                     [&](const Piece& heading) { return heading.text == anchor; });
}

/// Takes a page apart: first the lines, to find blocks and headings, then the remaining prose.
class PageReader {
 public:
  explicit PageReader(const std::string& text) {
    read_lines(lines_of(text));
    read_prose();
  }
  Page page;

 private:
  void read_lines(const Lines& lines) {
    Block comment{};  // line 0: none
    std::string fence;
    std::size_t indent = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const int line = static_cast<int>(i) + 1;
      const std::string text = trim(lines[i]);
      const bool was_open = !fence.empty();
      if (was_open) {
        if (starts(text, fence) && text.find_first_not_of(fence[0]) == std::string::npos) {
          fence.clear();
        } else {
          const std::size_t spaces = std::min(lines[i].find_first_not_of(' '), lines[i].size());
          page.blocks.back().lines.push_back(lines[i].substr(std::min(spaces, indent)));
        }
      } else if (starts(text, "```") || starts(text, "~~~")) {
        const std::size_t ticks = std::min(text.find_first_not_of(text[0]), text.size());
        fence = text.substr(0, ticks);
        indent = lines[i].find(fence);
        page.blocks.push_back({line, trim(text.substr(ticks)), comment.kind, comment.argument, {}});
        comment = {};
      } else if (!text.empty()) {
        if (comment.line != 0) unused(comment);
        comment = {};
        if (starts(text, "<!--") && ends(text, "-->")) comment = read_comment(line, text);
        if (text[0] == '#') read_heading(line, text);
      }
      page.prose += (was_open || !fence.empty() ? "" : lines[i]) + '\n';
    }
    if (!fence.empty()) page.problems.push_back({page.blocks.back().line, "the block never ends"});
    if (comment.line != 0) unused(comment);
  }

  Block read_comment(int line, const std::string& text) {
    const std::string inside = trim(text.substr(4, text.size() - 7));
    const std::size_t colon = std::min(inside.find(':'), inside.size());
    const std::string kind = trim(inside.substr(0, colon));
    const std::string argument = colon < inside.size() ? trim(inside.substr(colon + 1)) : "";
    if (kind == "knobs") {
      page.knobs.push_back({line, argument});
      return {};
    }
    if (kind == "step") return {};  // the book looks for its listing
    if (kind != "numbers") return {line, "", kind, argument, {}};
    for (const std::string& file : words_of(argument)) page.numbers.push_back({line, file});
    return {};
  }

  void unused(const Block& comment) {
    page.problems.push_back({comment.line, "no block follows the comment `" + comment.kind + "`"});
  }

  void read_heading(int line, const std::string& text) {
    const std::size_t level = std::min(text.find_first_not_of('#'), text.size());
    if (level == text.size() || text[level] != ' ') return;
    const std::string anchor = anchor_of(trim(text.substr(level)));
    std::string name = anchor;
    for (int i = 1; has_heading(page, name); ++i) name = anchor + '-' + std::to_string(i);
    page.headings.push_back({line, name});
  }

  void read_prose() {
    std::string& text = page.prose;
    for (std::size_t i = 0; i < text.size();) {
      std::size_t end = i + 1;
      if (text[i] == '\\' && end < text.size()) {
        ++end;
      } else if (text[i] == '`') {
        end = read_span(i);
      } else if (starts(text, "<!--", i)) {
        end = blank(i, text.find("-->", i), 3);
      } else if (starts(text, "http://", i) || starts(text, "https://", i)) {
        end = blank(i, text.find_first_of(" \n)>\"", i), 0);
      } else if (starts(text, "](", i)) {
        const std::size_t close = text.find(')', i);
        if (close != std::string::npos) read_link(i, text.substr(i + 2, close - i - 2));
        end = blank(i, close, 1);
      } else if (starts(text, "]: ", i) && text.rfind("\n[", i) == text.rfind('\n', i)) {
        const std::size_t close = text.find('\n', i);
        read_link(i, text.substr(i + 3, close - i - 3));
        end = blank(i, close, 0);
      } else if (text[i] == '$') {
        const std::size_t close = text.find_first_of("$\n", i + 1);
        if (close != std::string::npos && text[close] == '$') end = blank(i, close, 1);
      }
      i = end;
    }
  }

  void read_link(std::size_t at, const std::string& target) {
    const Lines words = words_of(target);  // the second word is a title
    page.links.push_back({page.line_of(at), words.empty() ? "" : words[0]});
  }

  // A span is kept in the prose, for the numbers in it, unless it names something: a file, a
  // chapter.
  std::size_t read_span(std::size_t begin) {
    std::string& text = page.prose;
    const std::size_t inside = std::min(text.find_first_not_of('`', begin), text.size());
    const std::string ticks = text.substr(begin, inside - begin);
    std::size_t end = text.find(ticks, inside);
    while (end != std::string::npos && end + ticks.size() < text.size() &&
           text[end + ticks.size()] == '`') {
      end = text.find(ticks, text.find_first_not_of('`', end));
    }
    if (end == std::string::npos || end > text.find("\n\n", inside)) {
      page.problems.push_back({page.line_of(begin), "the code span never ends"});
      return inside;
    }
    std::string content = text.substr(inside, end - inside);
    std::replace(content.begin(), content.end(), '\n', ' ');
    page.spans.push_back({page.line_of(begin), trim(content)});
    if (names_something(trim(content))) return blank(begin, end, ticks.size());
    for (const std::size_t i : {begin, end}) text.replace(i, ticks.size(), ticks.size(), ' ');
    return end + ticks.size();
  }

  static bool names_something(const std::string& span) {
    if (span.find(' ') != std::string::npos) return false;
    if (span.size() > 3 && is_digit(span[0]) && is_digit(span[1]) && span[2] == '_') return true;
    const std::size_t point = span.rfind('.');
    const bool has_ending =
        point != std::string::npos && point + 1 < span.size() && is_letter(span[point + 1]);
    return has_ending || (span.find('/') != std::string::npos && is_letter(span[0]));
  }

  std::size_t blank(std::size_t begin, std::size_t last, std::size_t more) {
    const std::size_t end = last == std::string::npos ? page.prose.size() : last + more;
    for (std::size_t i = begin; i < end; ++i) {
      if (page.prose[i] != '\n') page.prose[i] = ' ';
    }
    return end;
  }
};

}  // namespace docs
