// captured.h: captures stdout or stderr while an object lives.
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <string>

class Captured {
 public:
  explicit Captured(int descriptor) : descriptor_(descriptor), file_(std::tmpfile()) {
    REQUIRE(file_ != nullptr);
    std::fflush(nullptr);
    before_ = ::dup(descriptor_);
    ::dup2(::fileno(file_), descriptor_);
  }
  ~Captured() {
    std::fflush(nullptr);
    ::dup2(before_, descriptor_);
    ::close(before_);
    std::fclose(file_);
  }
  Captured(const Captured&) = delete;
  Captured& operator=(const Captured&) = delete;

  /// Everything written so far.
  std::string text() const {
    std::fflush(nullptr);
    std::string text;
    char bytes[4096];
    for (::off_t at = 0;;) {
      const ::ssize_t count = ::pread(::fileno(file_), bytes, sizeof bytes, at);
      if (count <= 0) return text;
      text.append(bytes, static_cast<std::size_t>(count));
      at += count;
    }
  }

 private:
  int descriptor_, before_ = -1;
  std::FILE* file_;
};
