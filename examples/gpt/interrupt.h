// interrupt.h: Ctrl-C as a wish: the program ends when it has put its things in order.
#pragma once

#include <csignal>

namespace holo {

/// While one lives, the first Ctrl-C (SIGINT) only makes requested() true; the second ends the
/// program at once. One object at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool requested() const;

 private:
  struct sigaction before_ {};
};

}  // namespace holo
