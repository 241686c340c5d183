// keys.cpp: a letter, a control character, or a sequence that begins with escape.
#include "trace/stepper/keys.h"

#include <cerrno>

namespace holo {
namespace {

constexpr int key_closed = -1, key_signal = -2, escape = 0x1B;
constexpr std::size_t longest_sequence = 16;

int next_byte(std::FILE* in) {
  errno = 0;
  const int c = std::fgetc(in);
  if (c != EOF) return c;
  if (std::feof(in) != 0 || errno != EINTR) return key_closed;
  std::clearerr(in);
  return key_signal;
}

// Behind escape: "[A", "OA", "[3~", "[1;5D".
Key key_of_sequence(std::FILE* in) {
  int c = next_byte(in);
  if (c != '[' && c != 'O') return Key::unknown;
  std::string number;
  for (c = next_byte(in); c >= 0x20 && c < 0x40 && number.size() < longest_sequence;
       c = next_byte(in)) {
    number += static_cast<char>(c);
  }
  switch (c) {
    case 'A':
      return Key::up;
    case 'B':
      return Key::down;
    case 'C':
      return Key::right;
    case 'D':
      return Key::left;
    case 'H':
      return Key::home;
    case 'F':
      return Key::end;
    case '~':
      if (number == "1" || number == "7") return Key::home;
      if (number == "4" || number == "8") return Key::end;
      if (number == "5") return Key::page_up;
      if (number == "6") return Key::page_down;
      return number == "3" ? Key::erase_here : Key::unknown;
    default:
      return Key::unknown;
  }
}

constexpr int control(char letter) { return letter & 0x1F; }

Key key_of_control(int c) {
  switch (c) {
    case '\r':
    case '\n':
      return Key::enter;
    case control('a'):
      return Key::home;
    case control('b'):
      return Key::left;
    case control('c'):
      return Key::cancel;
    case control('d'):
      return Key::end_or_erase_here;
    case control('e'):
      return Key::end;
    case control('f'):
      return Key::right;
    case control('h'):
    case 0x7F:
      return Key::erase_left;
    case control('k'):
      return Key::erase_to_end;
    case control('l'):
      return Key::clear_screen;
    case control('n'):
      return Key::down;
    case control('p'):
      return Key::up;
    case control('u'):
      return Key::erase_to_begin;
    case control('w'):
      return Key::erase_word;
    case control('z'):
      return Key::stop_program;
    case control('\\'):
      return Key::quit_program;
    default:
      return Key::unknown;
  }
}

// How many bytes follow the first one of a character.
int bytes_after(int first) { return first < 0xC0 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3; }

}  // namespace

KeyPress read_key(std::FILE* in) {
  const int first = next_byte(in);
  if (first == key_closed) return {Key::closed};
  if (first == key_signal) return {Key::signal};
  if (first == escape) return {key_of_sequence(in)};
  if (first == '\t') return {Key::character, " "};
  if (first < ' ' || first == 0x7F) return {key_of_control(first)};
  KeyPress press{Key::character, std::string(1, static_cast<char>(first))};
  for (int left = bytes_after(first); left > 0; --left) {
    const int c = next_byte(in);
    if (c < 0x80 || c > 0xBF) return {Key::unknown};
    press.text += static_cast<char>(c);
  }
  return press;
}

}  // namespace holo
