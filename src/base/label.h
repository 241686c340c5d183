// label.h: a user's label in a form that fits one line of text or a file for Graphviz.
#pragma once

#include <string>
#include <string_view>

namespace holo {

/// On one line, without control characters and without those that turn the direction of a text.
std::string plain_label(std::string_view label);

/// The same inside the quotes of DOT, where \ and & have a meaning of their own.
std::string quoted_label(std::string_view label);

}  // namespace holo
