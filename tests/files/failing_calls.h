// failing_calls.h: for the tests of files: calls of the system that fail.
#pragma once

#include <cerrno>
#include <cstddef>

#include "files/file_calls.h"

// The k-th call fails, once or from then on. What removes a file works, unless `unlink_too`.
class FailingCalls final : public holo::FileCalls {
 public:
  FailingCalls(int k, int error, bool for_good, bool unlink_too = false)
      : k_(k), error_(error), for_good_(for_good), unlink_too_(unlink_too) {}
  int open(const char* path, int flags, mode_t mode) override {
    return fails() ? -1 : FileCalls::open(path, flags, mode);
  }
  int flock(int descriptor, int operation) override {
    return fails() ? -1 : FileCalls::flock(descriptor, operation);
  }
  int fstat(int descriptor, struct stat* status) override {
    return fails() ? -1 : FileCalls::fstat(descriptor, status);
  }
  ssize_t pread(int descriptor, void* bytes, std::size_t count, off_t offset) override {
    return fails() ? -1 : FileCalls::pread(descriptor, bytes, count, offset);
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
  int unlink(const char* path) override {
    return unlink_too_ && fails() ? -1 : FileCalls::unlink(path);
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
  bool for_good_, unlink_too_;
};
