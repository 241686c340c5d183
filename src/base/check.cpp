// check.cpp: composes the message of an error from its parts.
#include "holo/check.h"

#include <string_view>
#include <utility>

namespace holo {
namespace {

// what() is a C string: a NUL would end it, and what a user gave may be megabytes. A part of it as
// it is, or its first `most` bytes and how many there are, without NULs.
std::string shown(const std::string& part, std::size_t most) {
  std::string text;
  for (const char c : std::string_view(part).substr(0, most)) {
    if (c == '\0') {
      text += "\\x00";
    } else {
      text += c;
    }
  }
  return part.size() <= most ? text : text + "... (" + std::to_string(part.size()) + " bytes)";
}

std::string message(const std::string& where, const std::string& found, const std::string& expected,
                    const std::string& hint) {
  constexpr std::size_t most_of_a_name = 1000, most_of_a_list = 16000;
  const std::string text = shown(where, most_of_a_name) + ": " + shown(found, most_of_a_list) +
                           "; expected " + shown(expected, most_of_a_list);
  return hint.empty() ? text : text + ". Try: " + shown(hint, most_of_a_name);
}

}  // namespace

Error::Error(std::string where, std::string found, std::string expected, std::string hint)
    : std::runtime_error(message(where, found, expected, hint)),
      where_(std::move(where)),
      found_(std::move(found)),
      expected_(std::move(expected)),
      hint_(std::move(hint)) {}

}  // namespace holo
