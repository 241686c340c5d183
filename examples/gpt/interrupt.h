// interrupt.h: Ctrl-C as a wish: the program ends when it has put its things in order. The same for
// a terminal that is closed (SIGHUP), for kill without a number (SIGTERM), and when nobody reads
// its output any more (SIGPIPE).
#pragma once

#include <csignal>

namespace holo {

/// While one lives, the first of these signals only makes signal() tell it; the second ends the
/// program at once. A signal that is ignored stays so, as in the background of a script. One object
/// at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// The one that came; 0 before.
  int signal() const;

 private:
  struct sigaction before_[4];  // of SIGINT, SIGTERM, SIGHUP, SIGPIPE
};

}  // namespace holo
