// keys.h: what a terminal sends for a key.
#pragma once

#include <cstdio>
#include <string>

namespace holo {

enum class Key {
  character,  // see KeyPress::text
  enter,
  left,
  right,
  up,
  down,
  page_up,
  page_down,
  home,
  end,
  erase_left,
  erase_here,
  erase_word,
  erase_to_begin,
  erase_to_end,
  cancel,             // Ctrl-C
  end_or_erase_here,  // Ctrl-D
  clear_screen,
  stop_program,  // Ctrl-Z
  quit_program,  // Ctrl-backslash
  unknown,
  signal,  // none: a signal has come
  closed   // none: the terminal is gone
};

struct KeyPress {
  Key key;
  std::string text = {};  // of a character: its bytes in UTF-8
};

/// Waits for a key. REQUIRES: a RawMode of `in`.
KeyPress read_key(std::FILE* in);

}  // namespace holo
