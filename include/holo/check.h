// check.h: the library's error type. User mistakes throw an Error; they never abort the program.
#pragma once

#include <stdexcept>
#include <string>

namespace holo {

/// Describes an error in four parts. what() has the form "<where>: <found>; expected <expected>.
/// Try: <hint>", on one line. what() shows control characters as "\x1b" or "\u202e", and bytes that
/// are not UTF-8 as "\xff". what() truncates a very long part and notes its length. `where` is the
/// op, file or flag; `hint` may be empty. If this error ends a program, the exit code is 1.
class Error : public std::runtime_error {
 public:
  Error(std::string where, std::string found, std::string expected, std::string hint = "");

  const std::string& where() const { return where_; }
  const std::string& found() const { return found_; }
  const std::string& expected() const { return expected_; }
  const std::string& hint() const { return hint_; }

 private:
  std::string where_, found_, expected_, hint_;
};

/// A wrong flag or configuration. The message is formatted like an Error's, but the exit code is 2.
class UsageError : public Error {
 public:
  using Error::Error;
};

}  // namespace holo
