// memory_limit.h: how much memory this process may use, so that it can refuse to start a task that
// will not fit.
#pragma once

#include <string>

namespace holo {

struct MemoryLimit {
  double bytes = 0;
  std::string source;  ///< "physical memory", "ulimit -v" or the path of a control group's file
};

/// The smallest of physical memory, `ulimit -v`, `ulimit -d` and, on Linux, the limits of this
/// process's control groups (version 1 or 2), which containers and batch systems set. The memory of
/// other processes is not subtracted. Tests put `root` before the paths of /proc and /sys.
MemoryLimit memory_limit(const std::string& root = "");

}  // namespace holo
