// system.cpp: determines the memory size and its limits, the terminal's width and the settings for
// colours. A memory limit is the smallest of several.
#include "base/system.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string_view>

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

void lower_by_ulimit(MemoryLimit& limit, int resource, const char* source) {
  rlimit found{};
  if (getrlimit(resource, &found) != 0 || found.rlim_cur == RLIM_INFINITY) return;
  lower(limit, static_cast<double>(found.rlim_cur), source);
}

// A missing file sets no limit. Neither does a file that contains a word such as "max".
void lower_by_file(MemoryLimit& limit, const std::string& path, const std::string& name) {
  std::ifstream file(path);
  double bytes = 0;
  if (file >> bytes) lower(limit, bytes, name);
}

// Reads `file` in the control group's folder (base + group) and in all parent folders up to base.
void lower_by_groups(MemoryLimit& limit, const std::string& root, const std::string& base,
                     std::string group, const std::string& file) {
  while (true) {
    const std::string name = base + group + "/" + file;
    lower_by_file(limit, root + name, name);
    if (group.empty()) return;
    group.erase(group.find_last_of('/'));
  }
}

// Parses lines like "4:cpu,memory:/batch/job" (cgroup version 1) and "0::/batch/job" (version 2).
void lower_by_cgroup(MemoryLimit& limit, const std::string& root) {
  std::ifstream file(root + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string kinds = fmt::format(",{},", line.substr(first + 1, second - first - 1));
    std::string group = line.substr(second + 1);
    if (group.empty() || group[0] != '/' || group == "/") group.clear();
    if (kinds == ",,") {
      lower_by_groups(limit, root, "/sys/fs/cgroup", group, "memory.max");
    } else if (kinds.find(",memory,") != std::string::npos) {
      lower_by_groups(limit, root, "/sys/fs/cgroup/memory", group, "memory.limit_in_bytes");
    }
  }
}

}  // namespace

MemoryLimit memory_limit(const std::string& root) {
  MemoryLimit limit{physical_memory(), "physical memory"};
#ifdef RLIMIT_AS
  lower_by_ulimit(limit, RLIMIT_AS, "ulimit -v");
#endif
  lower_by_ulimit(limit, RLIMIT_DATA, "ulimit -d");
  lower_by_cgroup(limit, root);
  return limit;
}

bool is_terminal(std::FILE* file) { return ::isatty(::fileno(file)) == 1; }

std::size_t terminal_columns(std::FILE* file) {
  winsize size{};
  return ::ioctl(::fileno(file), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool takes_colour(std::FILE* file) {
  const char* const kind = std::getenv("TERM");
  const std::string_view name = kind == nullptr ? "" : kind;
  const char* const no_colour = std::getenv("NO_COLOR");
  const bool is_wanted = no_colour == nullptr || *no_colour == '\0';
  return is_terminal(file) && !name.empty() && name != "dumb" && is_wanted;
}

}  // namespace holo
