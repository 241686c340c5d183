// inline_text.h: a paragraph of a page as HTML, or as words alone.
#pragma once

#include <functional>
#include <string>

#include "teaching/markdown.h"

namespace holo {

/// How the marks of a page become HTML. `where` appears in the UsageError for a formula that cannot
/// be read. A function that is missing leaves of a link its words, of a picture nothing, and of
/// code and words the same, with &, <, > and quotes as HTML wants them; each returns HTML.
struct InlineMarks {
  std::string where;
  std::function<std::string(const std::string& address, const std::string& html)> link = nullptr;
  std::function<std::string(const std::string& address, const std::string& alt)> image = nullptr;
  std::function<std::string(const std::string& code)> code = nullptr;
  std::function<std::string(const std::string& words)> words = nullptr;  ///< none of a link's
};

std::string inline_html(const std::string& text, const InlineMarks& marks);

/// What it says, without marks; of a formula its LaTeX, or nothing.
std::string inline_words(const std::string& text, bool formulas = true);

/// True when the paragraph is one picture and nothing else.
bool is_image(const std::string& text, std::string& alt, std::string& address);

/// A list whose points are paragraphs and lists of such, or a table, with inline_html in its points
/// and cells.
std::string points_html(const MarkdownBlock& list, const InlineMarks& marks);
std::string table_html(const MarkdownBlock& table, const InlineMarks& marks);

}  // namespace holo
