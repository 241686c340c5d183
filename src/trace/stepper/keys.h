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
  unknown,       // also what is not a character that can be shown
  signal,        // none: a signal has come
  closed         // none: the terminal is gone
};

struct KeyPress {
  Key key;
  std::string text = {};  // of a character: its bytes in UTF-8
};

/// The key with which `bytes` begin, and how many of them it takes; 0 when more of them are needed.
struct KeyRead {
  KeyPress press;
  std::size_t bytes;
};
KeyRead key_of(const std::string& bytes);

class KeyReader {
 public:
  explicit KeyReader(std::FILE* in) : in_(in) {}

  /// Waits for a key; of one that a signal interrupts, the next call reads the rest. When nothing
  /// follows escape within a tenth of a second, it is the key Escape, which does nothing. REQUIRES:
  /// a RawMode of `in`, which nobody else reads.
  KeyPress read();

 private:
  std::FILE* in_;
  std::string bytes_;  // that no key has taken
};

}  // namespace holo
