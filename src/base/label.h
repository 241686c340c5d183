// label.h: escapes any text so that it fits on one line or into a Graphviz file.
#pragma once

#include <string>
#include <string_view>

namespace holo {

/// The label on one line. Control characters (utf8::is_control) become "\n", "\x1b" or "\u202e"; a
/// byte that is not UTF-8 becomes "\xff".
std::string plain_label(std::string_view label);

/// The label inside the quotes of DOT, where \ and & are special.
std::string quoted_label(std::string_view label);

}  // namespace holo
