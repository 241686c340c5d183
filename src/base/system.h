// system.h: facts about the machine, and about the terminal to which a program prints.
#pragma once

#include <cstddef>
#include <cstdio>

namespace holo {

/// The size of the memory in bytes, or infinity if the system does not say.
double physical_memory();

bool is_terminal(std::FILE* file);

/// The number of columns, or 0 if `file` is not a terminal or its width is unknown.
std::size_t terminal_columns(std::FILE* file);

/// True for a terminal, unless TERM is missing or dumb, or NO_COLOR is set and not empty
/// (https://no-color.org).
bool takes_colour(std::FILE* file);

}  // namespace holo
