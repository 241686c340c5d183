// failing_calls.h: for the tests of files that are written: calls of the system that fail.
#pragma once

#include <cerrno>
#include <cstddef>

#include "files/atomic_file.h"

// The k-th call fails, once or from then on; unlink() works until a crash.
class FailingCalls final : public holo::FileCalls {
 public:
  FailingCalls(int k, int error, bool for_good) : k_(k), error_(error), for_good_(for_good) {}
  int open(const char* path, int flags, mode_t mode) override {
    return fails() ? -1 : FileCalls::open(path, flags, mode);
  }
  ssize_t write(int descriptor, const void* bytes, std::size_t count) override {
    return fails() ? -1 : FileCalls::write(descriptor, bytes, count);
  }
  int fsync(int descriptor) override { return fails() ? -1 : FileCalls::fsync(descriptor); }
  int close(int descriptor) override {
    const int result = FileCalls::close(descriptor);  // a descriptor is gone, whatever close says
    return fails() ? -1 : result;
  }
  int rename(const char* from, const char* to) override {
    if (fails()) return -1;
    renamed = true;
    return FileCalls::rename(from, to);
  }
  bool failed = false, renamed = false;

 private:
  bool fails() {
    const bool now = for_good_ ? calls_ >= k_ : calls_ == k_;
    ++calls_;
    if (now) errno = error_;
    failed = failed || now;
    return now;
  }
  int k_, error_, calls_ = 0;
  bool for_good_;
};
