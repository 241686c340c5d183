// system.cpp: determines the memory size and its limits, and the terminal's width. A memory limit
// is the smallest of several.
#include "base/system.h"

#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <limits>

#ifdef __APPLE__
#include <sys/sysctl.h>
#endif

namespace holo {

static double ask_for_memory() {
#ifdef __APPLE__
  std::uint64_t bytes = 0;
  std::size_t size = sizeof bytes;
  if (sysctlbyname("hw.memsize", &bytes, &size, nullptr, 0) == 0) {
    return static_cast<double>(bytes);
  }
#endif
  const auto pages = static_cast<double>(sysconf(_SC_PHYS_PAGES));  // -1: unknown
  return pages > 0 ? pages * static_cast<double>(sysconf(_SC_PAGESIZE))
                   : std::numeric_limits<double>::infinity();
}

double physical_memory() {
  static const double bytes = ask_for_memory();
  return bytes;
}

namespace {

void lower(MemoryLimit& limit, double bytes, const std::string& source) {
  if (bytes < limit.bytes) limit = {bytes, source};
}

// The smallest memory.max of this process's control group and of the groups above it. The group is
// in a line like "0::/batch/job". A missing file sets no limit, and neither does the word "max".
void lower_by_control_groups(MemoryLimit& limit, const std::string& root) {
  std::ifstream groups(root + "/proc/self/cgroup");
  std::string line;
  while (std::getline(groups, line) && !line.starts_with("0::/")) {
  }
  if (!line.starts_with("0::/")) return;
  for (std::string group = line.size() > 4 ? line.substr(3) : "";;) {
    const std::string name = "/sys/fs/cgroup" + group + "/memory.max";
    std::ifstream file(root + name);
    double bytes = 0;
    if (file >> bytes) lower(limit, bytes, name);
    if (group.empty()) return;
    group.erase(group.find_last_of('/'));
  }
}

}  // namespace

MemoryLimit memory_limit(const std::string& root) {
  MemoryLimit limit{physical_memory(), "physical memory"};
#ifdef RLIMIT_AS
  rlimit found{};
  if (getrlimit(RLIMIT_AS, &found) == 0 && found.rlim_cur != RLIM_INFINITY) {
    lower(limit, static_cast<double>(found.rlim_cur), "ulimit -v");
  }
#endif
  lower_by_control_groups(limit, root);
  return limit;
}

bool is_terminal(std::FILE* file) { return ::isatty(::fileno(file)) == 1; }

std::size_t terminal_columns(std::FILE* file) {
  winsize size{};
  return ::ioctl(::fileno(file), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace holo
