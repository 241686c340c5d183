// raw_mode.h: a terminal that hands over each key at once.
#pragma once

#include <cstdio>

namespace holo {

/// While one lives, the terminal `in` gives each key as it is pressed, shows none, and Ctrl-C,
/// Ctrl-Z and Ctrl-\ are keys too. Whatever ends or stops the program, the terminal is first as it
/// was: the destructor sees to it, and a handler of the signals that do so. A signal that comes
/// also ends a read of a key, with EINTR, as does a window with another size, and the end of a
/// stop. One object at a time.
class RawMode {
 public:
  explicit RawMode(std::FILE* in);
  ~RawMode();
  RawMode(const RawMode&) = delete;
  RawMode& operator=(const RawMode&) = delete;
};

}  // namespace holo
