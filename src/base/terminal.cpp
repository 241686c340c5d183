// terminal.cpp: asks the system about the terminal, and environment variables about colours.
#include "base/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace holo {

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
