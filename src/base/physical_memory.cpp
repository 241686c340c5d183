// physical_memory.cpp: asks the system once.
#include "base/physical_memory.h"

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <limits>

#ifdef __APPLE__
#include <sys/sysctl.h>
#endif

namespace holo {
namespace {

double ask_system() {
#ifdef __APPLE__
  std::uint64_t bytes = 0;
  std::size_t size = sizeof bytes;
  if (sysctlbyname("hw.memsize", &bytes, &size, nullptr, 0) == 0) {
    return static_cast<double>(bytes);
  }
#endif
  const auto pages = static_cast<double>(sysconf(_SC_PHYS_PAGES));  // -1: not known
  return pages > 0 ? pages * static_cast<double>(sysconf(_SC_PAGESIZE))
                   : std::numeric_limits<double>::infinity();
}

}  // namespace

double physical_memory() {
  static const double bytes = ask_system();
  return bytes;
}

}  // namespace holo
