// check.cpp: composes the message of an error from its parts.
#include "holo/check.h"

#include <utility>

namespace holo {
namespace {

std::string message(const std::string& where, const std::string& found, const std::string& expected,
                    const std::string& hint) {
  const std::string text = where + ": " + found + "; expected " + expected;
  return hint.empty() ? text : text + ". Try: " + hint;
}

}  // namespace

Error::Error(std::string where, std::string found, std::string expected, std::string hint)
    : std::runtime_error(message(where, found, expected, hint)),
      where_(std::move(where)),
      found_(std::move(found)),
      expected_(std::move(expected)),
      hint_(std::move(hint)) {}

}  // namespace holo
