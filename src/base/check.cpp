// check.cpp: builds an error's message from its parts.
#include "holo/check.h"

#include <utility>

#include "base/words.h"

namespace holo {
namespace {

std::string message(const std::string& where, const std::string& found, const std::string& expected,
                    const std::string& hint) {
  constexpr std::size_t most_of_a_name = 1000, most_of_a_list = 2000;
  std::string text = shortened(where, "", most_of_a_name) + ": " +
                     shortened(found, "", most_of_a_list) + "; expected " +
                     shortened(expected, "", most_of_a_list);
  if (!hint.empty()) text += ". Try: " + shortened(hint, "", most_of_a_name);
  return plain_label(text);
}

}  // namespace

Error::Error(std::string where, std::string found, std::string expected, std::string hint)
    : std::runtime_error(message(where, found, expected, hint)),
      where_(std::move(where)),
      found_(std::move(found)),
      expected_(std::move(expected)),
      hint_(std::move(hint)) {}

}  // namespace holo
