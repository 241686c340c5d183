// system.h: information about the machine, and about the terminal that a program prints to.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

namespace holo {

/// The size of the physical memory in bytes, or infinity if it is unknown.
double physical_memory();

struct MemoryLimit {
  double bytes = 0;
  std::string source;  ///< "physical memory", "ulimit -v" or the path of a file
};

/// The smallest of physical memory, `ulimit -v` and, on Linux, the limits of this process's control
/// groups (version 2), which containers and batch systems set. Memory that other processes use is
/// not subtracted. Tests set `root`, a prefix for the paths /proc and /sys.
MemoryLimit memory_limit(const std::string& root = "");

bool is_terminal(std::FILE* file);

/// The width of the terminal in columns, or 0 if `file` is not a terminal or the width is unknown.
std::size_t terminal_columns(std::FILE* file);

}  // namespace holo
