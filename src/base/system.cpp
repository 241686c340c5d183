// system.cpp: determines the memory size and the terminal's width.
#include "base/system.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdint>
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

bool is_terminal(std::FILE* file) { return ::isatty(::fileno(file)) == 1; }

std::size_t terminal_columns(std::FILE* file) {
  winsize size{};
  return ::ioctl(::fileno(file), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace holo
