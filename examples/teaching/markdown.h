// markdown.h: a page taken apart into blocks, as GitHub shows it: headings, paragraphs, lists in
// lists, tables, code with the comment that binds it, figures, and parts that are folded away.
#pragma once

#include <string>
#include <vector>

namespace holo {

enum class BlockKind { heading, text, list, table, figure, code, fold, rule };
enum class Align { none, left, center, right };

struct MarkdownBlock;
using MarkdownBlocks = std::vector<MarkdownBlock>;
using Cells = std::vector<std::string>;

/// `text` is what a heading, a paragraph or a summary says, with its inline marks; what a figure
/// says to those who cannot see it; or the lines of code.
struct MarkdownBlock {
  BlockKind kind = BlockKind::text;
  int line = 0;  ///< of the page, from 1
  std::string text = "";
  int level = 0;                            ///< of a heading: 1 to 6
  std::string anchor = "";                  ///< of a heading: its name in a link, as GitHub has it
  std::string language = "", comment = "";  ///< of code: "cpp", and "file: a.cpp" of a comment
  std::string address = "";                 ///< of a figure: relative to the page
  std::string marker = "";                  ///< of a list: "-", "*", "+" or its first number
  std::vector<MarkdownBlocks> items = {};   ///< of a list; the one of a fold is what it hides
  std::vector<Align> columns = {};          ///< of a table
  std::vector<Cells> rows = {};             ///< of a table: its head, then the others
};

/// All text is a page: what is not closed ends with it.
MarkdownBlocks parse_markdown(const std::string& text);

/// The lines of a text, without their ends.
std::vector<std::string> lines_of(const std::string& text);

/// The text without spaces at both ends.
std::string trimmed(const std::string& text);

/// The text without the spaces that all of its lines begin with.
std::string without_indent(const std::string& text);

}  // namespace holo
