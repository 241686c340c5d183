// file_calls.cpp: the calls of the system itself.
#include "files/file_calls.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdio>

namespace holo {

int FileCalls::open(const char* path, int flags, mode_t mode) { return ::open(path, flags, mode); }
int FileCalls::flock(int descriptor, int operation) { return ::flock(descriptor, operation); }
int FileCalls::fstat(int descriptor, struct stat* status) { return ::fstat(descriptor, status); }
ssize_t FileCalls::pread(int descriptor, void* bytes, std::size_t count, off_t offset) {
  return ::pread(descriptor, bytes, count, offset);
}
ssize_t FileCalls::write(int descriptor, const void* bytes, std::size_t count) {
  return ::write(descriptor, bytes, count);
}
int FileCalls::fsync(int descriptor) { return ::fsync(descriptor); }
int FileCalls::close(int descriptor) { return ::close(descriptor); }
int FileCalls::rename(const char* from, const char* to) { return ::rename(from, to); }
int FileCalls::unlink(const char* path) { return ::unlink(path); }

FileCalls& FileCalls::of_system() {
  static FileCalls calls;
  return calls;
}

}  // namespace holo
