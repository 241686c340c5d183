// course_page.h: a page of the course taken apart: sections by their headings, and what is in
// them: paragraphs, lists, tables, listings, outputs, commands, formulas and figures.
#pragma once

#include <string>
#include <vector>

namespace holo {

/// A paragraph ("text"), a list ("points"), a "table", a "figure" (its text is the file, relative
/// to the page), a "formula", or a block after a comment: "listing", "output", "stepper",
/// "commands".
struct Piece {
  std::string kind, text;
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

/// Comments and diagrams are left out.
CoursePage parse_page(const std::string& path, const std::string& text);

/// The lines of a text, without their ends.
std::vector<std::string> lines_of(const std::string& text);

/// The text without spaces at both ends.
std::string trimmed(const std::string& text);

}  // namespace holo
