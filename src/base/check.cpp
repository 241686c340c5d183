// check.cpp: composes the message of an error from its parts.
#include "holo/check.h"

#include <utility>

#include "base/shortened.h"

namespace holo {
namespace {

// what() is a C string, which a NUL would end.
std::string without_nul(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\0') {
      result += "\\x00";
    } else {
      result += c;
    }
  }
  return result;
}

std::string message(const std::string& where, const std::string& found, const std::string& expected,
                    const std::string& hint) {
  constexpr std::size_t most_of_a_name = 1000, most_of_a_list = 2000;
  std::string text = shortened(where, "", most_of_a_name) + ": " +
                     shortened(found, "", most_of_a_list) + "; expected " +
                     shortened(expected, "", most_of_a_list);
  if (!hint.empty()) text += ". Try: " + shortened(hint, "", most_of_a_name);
  return without_nul(text);
}

}  // namespace

Error::Error(std::string where, std::string found, std::string expected, std::string hint)
    : std::runtime_error(message(where, found, expected, hint)),
      where_(std::move(where)),
      found_(std::move(found)),
      expected_(std::move(expected)),
      hint_(std::move(hint)) {}

}  // namespace holo
