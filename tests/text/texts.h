// texts.h: for the tests of texts: the message of an error, code points as UTF-8, random bytes.
#pragma once

#include <string>
#include <vector>

#include "helpers.h"
#include "holo/check.h"
#include "holo/random.h"

namespace texts {

/// The message of the Error that `function` throws, after "UsageError: " for a UsageError; ""
/// without one.
template <class Function>
std::string message_of(Function function) {
  try {
    function();
  } catch (const holo::UsageError& error) {
    return std::string("UsageError: ") + error.what();
  } catch (const holo::Error& error) {
    return error.what();
  }
  return "";
}

using ::contains;

inline std::string utf8(char32_t code) {
  const auto byte = [](char32_t b) { return static_cast<char>(static_cast<unsigned char>(b)); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0 + code / 64), byte(0x80 + code % 64)};
  if (code < 0x10000) {
    return {byte(0xE0 + code / 4096), byte(0x80 + code / 64 % 64), byte(0x80 + code % 64)};
  }
  return {byte(0xF0 + code / 262144), byte(0x80 + code / 4096 % 64), byte(0x80 + code / 64 % 64),
          byte(0x80 + code % 64)};
}

/// A text of up to `most` pieces, each one of `pieces`.
inline std::string random_text(holo::PythonRandom& random, const std::vector<std::string>& pieces,
                               std::size_t most) {
  std::string text;
  for (std::size_t left = static_cast<std::size_t>(random.randbelow(most + 1)); left > 0; --left) {
    text += pieces[static_cast<std::size_t>(random.randbelow(pieces.size()))];
  }
  return text;
}

}  // namespace texts
