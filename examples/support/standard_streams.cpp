// standard_streams.cpp: descriptors that are missing, and the signal of a file that is too large.
#include "support/standard_streams.h"

#include <fcntl.h>

#include <cerrno>
#include <csignal>
#include <system_error>

#include "holo/check.h"

namespace holo {

void open_missing_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest number that is free: this one, since those below it are open.
    if (::open("/dev/null", O_RDWR) == descriptor) continue;
    throw Error("/dev/null", std::generic_category().message(errno),
                "a device that takes what nobody reads", "open stdin, stdout and stderr");
  }
}

void ignore_file_size_signal() { std::signal(SIGXFSZ, SIG_IGN); }

}  // namespace holo
