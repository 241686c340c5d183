// check_test.cpp: the message of an error has its four parts, in one line that ends, however long
// the parts are and whatever bytes are in them.
#include "holo/check.h"
#include "holo/scope.h"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <type_traits>

#include "base/words.h"

namespace check_test {
namespace {

using holo::Error;

std::string message_of(const std::string& where, const std::string& found,
                       const std::string& expected, const std::string& hint = "") {
  return Error(where, found, expected, hint).what();
}

}  // namespace

TEST_CASE("error: the message is where, found, expected and a hint") {
  CHECK(message_of("--lr", "-1", "0 or more") == "--lr: -1; expected 0 or more");
  CHECK(message_of("--lr", "-1", "0 or more", "--lr 0.1") ==
        "--lr: -1; expected 0 or more. Try: --lr 0.1");
  CHECK_THROWS_AS(throw holo::UsageError("a", "b", "c"), Error);
}

TEST_CASE("error: what ends a message, breaks its line or turns its text is written out") {
  using namespace std::string_literals;
  CHECK(message_of("a\0b"s, "\0"s, "c\0"s, "\0d"s) ==
        "a\\x00b: \\x00; expected c\\x00. Try: \\x00d");
  CHECK(message_of("a\nb", "\x1b[2J\u009b", "\u202d\u2069", "\u202e\ufeff") ==
        "a\\nb: \\x1b[2J\\u009b; expected \\u202d\\u2069. Try: \\u202e\\ufeff");
  CHECK(message_of("\xff", "\xed\xa0\x80", "שלום é\u200f") ==
        "\\xff: \\xed\\xa0\\x80; expected שלום é\u200f");
  CHECK(Error("a\n", "b", "c").where() == "a\n");  // a part is as it was
}

TEST_CASE("error: of a long part the first half of what is shown at most, and its size") {
  const std::string most(2000, 'x'), more(2001, 'y');
  CHECK(message_of("w", most, most) == "w: " + most + "; expected " + most);
  const std::string cut = std::string(1000, 'y') + "... (2001 bytes)";
  CHECK(message_of("w", more, more) == "w: " + cut + "; expected " + cut);
  const std::string name(1000, 'n'), long_name(1001, 'm');
  CHECK(message_of(name, "f", "e", name) == name + ": f; expected e. Try: " + name);
  const std::string cut_name = std::string(500, 'm') + "... (1001 bytes)";
  CHECK(message_of(long_name, "f", "e", long_name) ==
        cut_name + ": f; expected e. Try: " + cut_name);

  const Error error(long_name, more, std::string(1 << 20, 'z'), more);
  CHECK(error.found() == more);  // the parts are whole
  CHECK(error.expected().size() == 1 << 20);
  CHECK(std::string(error.what()).size() < 5000);
}

TEST_CASE("error: a long part is not cut within a character") {
  const std::string e = "\xC3\xA9", smile = "\xF0\x9F\x98\x80";  // 2 and 4 bytes in UTF-8
  std::string text = std::string(999, 'x') + e;
  while (text.size() <= 2000) text += e;
  CHECK(message_of("w", text, "e") == "w: " + std::string(999, 'x') + "... (" +
                                          std::to_string(text.size()) + " bytes); expected e");
  for (std::size_t before = 96; before <= 100; ++before) {
    const std::string word = std::string(before, 'x') + smile + std::string(200, 'y');
    const std::string end = "... (" + std::to_string(word.size()) + " bytes)";
    CHECK(holo::shortened(word) ==
          (before == 96 ? word.substr(0, 100) : std::string(before, 'x')) + end);
  }
}

// A text that ends before the scope is refused when the program is compiled.
static_assert(!std::is_constructible_v<holo::Scope, std::string>);
static_assert(std::is_constructible_v<holo::Scope, const std::string&>);
static_assert(std::is_constructible_v<holo::Scope, const char*>);
static_assert(std::is_constructible_v<holo::Scope, std::string_view>);

TEST_CASE("scope: an exception ends it") {
  const std::string name = "layer" + std::to_string(3);
  const holo::Scope outer(name);
  try {
    const holo::Scope inner("inner");
    CHECK(holo::Scope::innermost()->path() == "layer3.inner");
    throw std::runtime_error("out of the scope");
  } catch (const std::runtime_error&) {
  }
  CHECK(holo::Scope::innermost()->path() == "layer3");
}

}  // namespace check_test
