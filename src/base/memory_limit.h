// memory_limit.h: how much memory this process may have, so that it can say beforehand what will
// not fit.
#pragma once

#include <string>

namespace holo {

struct MemoryLimit {
  double bytes = 0;
  std::string source;  ///< "physical memory", "ulimit -v" or the file of a control group
};

/// The smallest of: the physical memory; what `ulimit -v` and `ulimit -d` allow; and on Linux the
/// limits of the control groups that hold this process, version 1 or 2, which is how containers and
/// batch systems set theirs. What other processes use is not taken off. `root`: in front of the
/// paths of /proc and /sys, for tests.
MemoryLimit memory_limit(const std::string& root = "");

}  // namespace holo
