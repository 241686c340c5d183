// memory_limit.h: how much memory this process may use, so that it can refuse in advance a task
// that will not fit.
#pragma once

#include <string>

namespace holo {

struct MemoryLimit {
  double bytes = 0;
  std::string source;  ///< "physical memory", "ulimit -v" or the file of a control group
};

/// The smallest limit among physical memory, `ulimit -v`, `ulimit -d` and, on Linux, the control
/// groups of this process, version 1 or 2, which containers and batch systems set. It does not
/// subtract the memory of other processes. Tests put `root` before the paths of /proc and /sys.
MemoryLimit memory_limit(const std::string& root = "");

}  // namespace holo
