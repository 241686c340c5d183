// file_calls.h: the system calls by which files are read and written. Tests replace them, so that
// each call can fail. Internal.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>

namespace holo {

/// Each as in POSIX: -1 and errno for a failure; flock() as in BSD, on Linux and macOS.
class FileCalls {
 public:
  virtual ~FileCalls() = default;
  virtual int open(const char* path, int flags, mode_t mode);
  virtual int flock(int descriptor, int operation);
  virtual int fstat(int descriptor, struct stat* status);
  virtual ssize_t pread(int descriptor, void* bytes, std::size_t count, off_t offset);
  virtual ssize_t write(int descriptor, const void* bytes, std::size_t count);
  virtual int fsync(int descriptor);
  virtual int close(int descriptor);
  virtual int rename(const char* from, const char* to);
  virtual int unlink(const char* path);
  static FileCalls& of_system();
};

}  // namespace holo
