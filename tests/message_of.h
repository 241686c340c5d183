// message_of.h: the message of an error.
#pragma once

#include <functional>
#include <string>

#include "holo/check.h"

/// The message of the holo::Error that `call` throws; "no error" if it throws none.
inline std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const holo::Error& error) {
    return error.what();
  }
  return "no error";
}

/// The message without its hint.
inline std::string message_without_hint(const std::function<void()>& call) {
  try {
    call();
  } catch (const holo::Error& error) {
    return error.where() + ": " + error.found() + "; expected " + error.expected();
  }
  return "no error";
}
