// memory_limit.h: finds the limit on this process's memory, so that a program can refuse to start a
// task that needs more.
#pragma once

#include <string>

namespace holo {

struct MemoryLimit {
  double bytes = 0;
  std::string source;  ///< "physical memory", "ulimit -v" or the path of a control group's file
};

/// The smallest of physical memory, `ulimit -v`, `ulimit -d` and, on Linux, the limits of this
/// process's control groups (version 1 or 2), which containers and batch systems set. Memory that
/// other processes use is not subtracted. Tests set `root`, a prefix for the paths /proc and /sys.
MemoryLimit memory_limit(const std::string& root = "");

}  // namespace holo
