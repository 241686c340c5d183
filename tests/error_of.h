// error_of.h: the error that a call throws.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "holo/check.h"

namespace holo {

/// The E that `call` throws. If it throws none, the test ends.
template <class E, class F>
E error_of(F&& call) {
  try {
    call();
  } catch (const E& error) {
    return error;
  }
  FAIL("not refused");
  throw;
}

/// Checks that `call` throws an E whose whole text is `text`.
template <class E, class F>
void check_error(const std::string& text, F&& call) {
  CAPTURE(text);
  CHECK(std::string(error_of<E>(call).what()) == text);
}

/// Checks that `call` throws an E with `part` in its text.
template <class E, class F>
void check_error_with(const std::string& part, F&& call) {
  CAPTURE(part);
  const std::string text = error_of<E>(call).what();
  CHECK_MESSAGE(text.find(part) != std::string::npos, text);
}

}  // namespace holo
