// check.h: the error type of the library. What a user does wrong never aborts: it throws.
#pragma once

#include <stdexcept>
#include <string>

namespace holo {

/// What went wrong, in four parts. what() reads "<where>: <found>; expected <expected>. Try:
/// <hint>" in one line: a control character is "\x1b" or "\u202e" there, a byte that is not UTF-8
/// "\xff", and of a part that is very long the first bytes are there, and their count.
/// `where` is the op, file or flag; `hint` may be empty. Programs end with exit code 1.
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

/// A wrong flag or configuration: the same message, exit code 2.
class UsageError : public Error {
 public:
  using Error::Error;
};

}  // namespace holo
