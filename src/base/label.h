// label.h: a text of anyone in a form that fits one line, or a file for Graphviz.
#pragma once

#include <string>
#include <string_view>

namespace holo {

/// On one line: "\n", "\x1b" and "\u202e" for control characters, see utf8::is_control, and "\xff"
/// for a byte that is not UTF-8.
std::string plain_label(std::string_view label);

/// The same inside the quotes of DOT, where \ and & have a meaning of their own.
std::string quoted_label(std::string_view label);

}  // namespace holo
