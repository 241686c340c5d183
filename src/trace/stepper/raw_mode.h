// raw_mode.h: a terminal that hands over each key at once.
#pragma once

#include <cstdio>

namespace holo {

/// While one lives, the terminal `in` gives each key as it is pressed, shows none, and Ctrl-C,
/// Ctrl-Z and Ctrl-\ are keys too. Whatever ends or stops the program, the terminal is first as it
/// was: the destructor sees to it, and a handler of the signals that do so. A signal that comes
/// also ends a wait for bytes, as does a window with another size, and the end of a stop. One
/// object at a time.
class RawMode {
 public:
  explicit RawMode(std::FILE* in);
  ~RawMode();
  RawMode(const RawMode&) = delete;
  RawMode& operator=(const RawMode&) = delete;
};

/// What comes first: bytes, or the end of the terminal; a signal, also one that has come since the
/// last call; and within a tenth of a second, when `limited`, perhaps nothing. REQUIRES: a RawMode.
enum class Came { bytes, signal, nothing };
Came wait_for_bytes(bool limited);

}  // namespace holo
