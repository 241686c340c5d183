// What a terminal sends, as keys, and what they make of a line.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/label.h"
#include "trace/stepper/edited_line.h"
#include "trace/stepper/input_line.h"
#include "trace/stepper/keys.h"

namespace stepper_line_test {

using namespace holo;

namespace {

const std::string escape = "\x1b";

// The keys with which these bytes begin, as far as they are whole; a character as its bytes.
std::vector<std::string> keys_of(std::string bytes) {
  std::vector<std::string> keys;
  while (!bytes.empty()) {
    const KeyRead read = key_of(bytes);
    if (read.bytes == 0) {
      keys.push_back("more");
      break;
    }
    keys.push_back(read.press.key == Key::character
                       ? read.press.text
                       : std::to_string(static_cast<int>(read.press.key)));
    bytes.erase(0, read.bytes);
  }
  return keys;
}

std::string name_of(Key key) { return std::to_string(static_cast<int>(key)); }

using Keys = std::vector<std::string>;
const std::string left = name_of(Key::left), unknown = name_of(Key::unknown);

EditedLine typed(const std::string& text) {
  EditedLine line;
  for (const char c : text) line.edit({Key::character, std::string(1, c)});
  return line;
}

}  // namespace

TEST_CASE("stepper keys: a sequence is one key, however many bytes come at once") {
  CHECK(keys_of(escape + "[D" + escape + "OD" + escape + "[1;5Dx") == Keys{left, left, left, "x"});
  CHECK(keys_of(escape + "[3~" + escape + "[15~") == Keys{name_of(Key::erase_here), unknown});
  CHECK(keys_of(escape + "[[Ax") == Keys{unknown, "x"});
  for (const char* const begun : {"", "[", "O", "[3", "[1;5", "[["}) {
    CAPTURE(begun);
    CHECK(keys_of(escape + begun) == Keys{"more"});
  }
}

TEST_CASE("stepper keys: escape takes no key that follows it") {
  CHECK(keys_of(escape + "p") == Keys{unknown, "p"});
  CHECK(keys_of(escape + "\r") == Keys{unknown, name_of(Key::enter)});
  CHECK(keys_of(escape + escape + "[D") == Keys{unknown, left});
  // A sequence that something else ends.
  CHECK(keys_of(escape + "[1" + escape + "[D") == Keys{unknown, left});
  CHECK(keys_of(escape + "[1\r") == Keys{unknown, name_of(Key::enter)});
  CHECK(keys_of(escape + "[ä") == Keys{unknown, "ä"});
  CHECK(keys_of(escape + "[" + std::string(100, '1')) == Keys{unknown});  // one that never ends
}

TEST_CASE("stepper keys: a character is whole UTF-8, and a byte that is none takes no other") {
  CHECK(keys_of("aß数😀") == Keys{"a", "ß", "数", "😀"});
  CHECK(keys_of("\xe4") == Keys{"more"});
  CHECK(keys_of("\xe4p") == Keys{unknown, "p"});      // "äp" in Latin-1
  CHECK(keys_of("\xe4\xb8p") == Keys{unknown, "p"});  // a character cut short
  CHECK(keys_of("\xf0\x9f" + escape + "[D") == Keys{unknown, left});
  CHECK(keys_of("\x80p\xffq\xc0r") == Keys{unknown, "p", unknown, "q", unknown, "r"});
  CHECK(keys_of("\xed\xa0\x80p") == Keys{unknown, "p"});  // a surrogate
}

TEST_CASE("stepper keys: what a terminal takes for a command, or what turns a text, is not typed") {
  CHECK(keys_of("a\xc2\x80\xc2\x9b\xc2\x9f\xc2\xa0") ==
        Keys{"a", unknown, unknown, unknown, "\xc2\xa0"});
  CHECK(keys_of("\u202e\u202a\u2066\u2069b\u2029") ==
        Keys{unknown, unknown, unknown, unknown, "b", "\u2029"});
  CHECK(plain_label("a\u009b\u202eb\u2066") == "a\\u009b\\u202eb\\u2066");
  CHECK(plain_label("größe 数\xe4") == "größe 数\xe4");
}

TEST_CASE("stepper line: one that is too long stays so until it is empty") {
  EditedLine line = typed(std::string(1200, 'x'));
  CHECK(line.text().size() == InputLine::most_bytes);
  CHECK(line.bytes_left_out() == 200);
  for (const Key key : {Key::left, Key::home, Key::end, Key::erase_left, Key::unknown}) {
    line.edit({key});
    CHECK(line.bytes_left_out() == 200);
  }
  line.edit({Key::erase_to_begin});
  CHECK(line.text().empty());
  CHECK(line.bytes_left_out() == 0);
  line = typed(std::string(1200, 'x'));
  line.set("p x");
  CHECK(line.bytes_left_out() == 0);
}

TEST_CASE("stepper line: a character fits whole or not at all") {
  EditedLine line = typed(std::string(InputLine::most_bytes - 1, 'x'));
  line.edit({Key::character, "ß"});
  CHECK(line.text().size() == InputLine::most_bytes - 1);
  CHECK(line.bytes_left_out() == 2);
}

}  // namespace stepper_line_test
