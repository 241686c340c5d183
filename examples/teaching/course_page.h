// course_page.h: a page of the course as slides take it: sections by their headings, and what is
// in them: paragraphs, lists, tables, listings, outputs, commands, formulas and figures.
#pragma once

#include <string>
#include <vector>

#include "teaching/markdown.h"

namespace holo {

/// A paragraph ("text"), a list ("points"), a "table", a "figure" (its text is the file, relative
/// to the page), a "formula", or a block after a comment: "listing", "output", "stepper",
/// "commands".
struct Piece {
  std::string kind, text;
  MarkdownBlock block = {};
};

struct Section {
  std::string heading;
  std::vector<Piece> pieces;
};

/// `path` is that of the page, relative to docs/; `title` its first heading.
struct CoursePage {
  std::string path, title;
  std::vector<Section> sections;

  /// The section with this heading ("top": the first), or nothing.
  const Section* find(const std::string& heading) const;
};

/// The kind of a block of code, from its language and the comment before it, as in Piece; "" for a
/// diagram. The lines of a file are a listing, those of a .txt what a program printed.
std::string kind_of_code(const MarkdownBlock& code);

/// Comments and diagrams are left out; what a page folds away is read as any other part.
CoursePage parse_page(const std::string& path, const std::string& text);

}  // namespace holo
