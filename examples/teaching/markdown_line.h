// markdown_line.h: what a line of a page begins.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "teaching/markdown.h"

namespace holo {

/// How many spaces a line begins with; a line of spaces alone has no end of them.
std::size_t indent_of(const std::string& line);

/// The line without its first `count` spaces, or without all of them where it has fewer.
std::string without_spaces(const std::string& line, std::size_t count);

/// The marker of a point of a list, "-" or "12", or "" where none begins; `content` is then where
/// its text begins.
std::string list_marker(const std::string& line, std::size_t& content);

/// The ``` or ~~~, as many as there are, that a block of code begins and ends with; "" for none.
std::string code_fence(const std::string& line);

/// 1 to 6, or 0 for what is no heading.
int heading_level(const std::string& line);

/// True for the second line of a table: |---|:-:|
bool is_table_rule(const std::string& line);

/// The texts between the bars of a row. A bar in a code span, or one behind a backslash, is none.
Cells table_cells(const std::string& row);

std::vector<Align> table_columns(const std::string& rule);

/// True where a line ends the paragraph before it.
bool interrupts(const std::string& line);

}  // namespace holo
