// terminal.h: what is known of the place to which a program prints.
#pragma once

#include <cstddef>
#include <cstdio>

namespace holo {

bool is_terminal(std::FILE* file);

/// How many columns it has. 0 when it is not a terminal, or its width is not known.
std::size_t terminal_columns(std::FILE* file);

/// True for a terminal, unless TERM is missing or dumb, or NO_COLOR is set to something
/// (https://no-color.org).
bool takes_colour(std::FILE* file);

}  // namespace holo
