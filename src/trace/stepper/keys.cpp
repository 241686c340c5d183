// keys.cpp: a letter, a control character, or a sequence that begins with escape.
#include "trace/stepper/keys.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/label.h"
#include "holo/utf8.h"
#include "trace/stepper/raw_mode.h"

namespace holo {
namespace {

constexpr char escape = 0x1B;
constexpr std::size_t longest_sequence = 16;

unsigned char byte_at(const std::string& bytes, std::size_t i) {
  return static_cast<unsigned char>(bytes[i]);
}

Key key_of_sequence(char last, const std::string& number) {
  switch (last) {
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

// "[A", "OA", "[3~", "[1;5D" behind escape; "[[A" is F1 of a console. Before anything else escape
// is a key of its own.
KeyRead read_sequence(const std::string& bytes) {
  if (bytes.size() < 2) return {};
  if (bytes[1] != '[' && bytes[1] != 'O') return {{Key::unknown}, 1};
  std::size_t last = bytes.compare(1, 2, "[[") == 0 ? 3 : 2;
  while (last < bytes.size() && bytes[last] >= ' ' && bytes[last] < '@') ++last;
  if (last == bytes.size() && last < longest_sequence) return {};
  const bool is_whole = last < bytes.size() && bytes[last] >= '@' && bytes[last] <= '~';
  if (!is_whole) return {{Key::unknown}, last};
  const bool is_console = last > 2 && bytes[2] == '[';
  return {{is_console ? Key::unknown : key_of_sequence(bytes[last], bytes.substr(2, last - 2))},
          last + 1};
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

// How many bytes a character has that begins with this one; 1 for a byte that begins none.
std::size_t length_of(unsigned char first) {
  return first < 0xC2 || first > 0xF4 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

// A character that a terminal takes for a command, or that turns the text around it, is none.
KeyRead read_character(const std::string& bytes) {
  const std::size_t length = length_of(byte_at(bytes, 0));
  for (std::size_t i = 1; i < std::min(length, bytes.size()); ++i) {
    if ((byte_at(bytes, i) & 0xC0) != 0x80) return {{Key::unknown}, i};
  }
  if (bytes.size() < length) return {};
  const std::string text = bytes.substr(0, length);
  if (utf8::read(text, 0).problem != nullptr || plain_label(text) != text) {
    return {{Key::unknown}, length};
  }
  return {{Key::character, text}, length};
}

}  // namespace

KeyRead key_of(const std::string& bytes) {
  const unsigned char first = byte_at(bytes, 0);
  if (bytes[0] == escape) return read_sequence(bytes);
  if (first == '\t') return {{Key::character, " "}, 1};
  if (first < ' ' || first == 0x7F) return {{key_of_control(first)}, 1};
  return read_character(bytes);
}

KeyPress KeyReader::read() {
  for (;;) {
    const KeyRead found = bytes_.empty() ? KeyRead{} : key_of(bytes_);
    if (found.bytes > 0) {
      bytes_.erase(0, found.bytes);
      return found.press;
    }
    const Came came = wait_for_bytes(!bytes_.empty() && bytes_[0] == escape);
    if (came == Came::signal) return {Key::signal};
    if (came == Came::nothing) {
      bytes_.erase(0, 1);  // escape was a key of its own
      return {Key::unknown};
    }
    char bytes[256];
    const auto count = ::read(::fileno(in_), bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) return {Key::signal};
    if (count <= 0) return {Key::closed};
    bytes_.append(bytes, static_cast<std::size_t>(count));
  }
}

}  // namespace holo
