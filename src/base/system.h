// system.h: information about the machine, about the terminal that a program prints to, and about
// the sanitizers of this build.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

#if defined(__SANITIZE_ADDRESS__)
#define HOLO_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HOLO_ADDRESS_SANITIZER 1
#endif
#endif
#ifndef HOLO_ADDRESS_SANITIZER
#define HOLO_ADDRESS_SANITIZER 0
#endif

#if defined(__SANITIZE_THREAD__)
#define HOLO_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HOLO_THREAD_SANITIZER 1
#endif
#endif
#ifndef HOLO_THREAD_SANITIZER
#define HOLO_THREAD_SANITIZER 0
#endif

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
