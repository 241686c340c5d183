// system.h: information about the machine, and about the terminal that a program prints to.
#pragma once

#include <cstddef>
#include <cstdio>

namespace holo {

/// The size of the physical memory in bytes, or infinity if it is unknown.
double physical_memory();

bool is_terminal(std::FILE* file);

/// The width of the terminal in columns, or 0 if `file` is not a terminal or the width is unknown.
std::size_t terminal_columns(std::FILE* file);

}  // namespace holo
