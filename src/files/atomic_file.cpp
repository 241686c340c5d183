// atomic_file.cpp: writes a temporary file, syncs it to disk, and renames it into place.
#include "files/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "files/file_error.h"
#include "holo/check.h"

namespace holo {
namespace {

constexpr const char* writable = "a file that can be written";

std::string hint_for(int error) {
  if (error == ENOSPC || error == EDQUOT) return "free some space, or write to another disk";
  if (error == ENOENT || error == ENOTDIR) return "make its folder first";
  if (error == EACCES || error == EPERM || error == EROFS) return "a folder that you may write to";
  return "";
}

// The file that a link names in the end; the path itself when nothing is there yet.
std::string behind_links(const std::string& path) {
  char* const real_path = ::realpath(path.c_str(), nullptr);
  if (real_path == nullptr) return path;
  const std::string target = real_path;
  ::free(real_path);
  return target;
}

// "<target>.<process>.<number>.tmp" of a process that is no more: what a crash has left.
bool is_stray(const std::string& name, const std::string& target) {
  if (name.size() <= target.size() || name.compare(0, target.size(), target) != 0) return false;
  int process = 0, number = 0, end = 0;
  const std::string rest = name.substr(target.size());
  const bool ours = std::sscanf(rest.c_str(), ".%d.%d.tmp%n", &process, &number, &end) == 2 &&
                    static_cast<std::size_t>(end) == rest.size() && process > 0;
  return ours && ::kill(process, 0) != 0 && errno == ESRCH;
}

void remove_strays(const std::string& folder, const std::string& target) {
  const std::string name = target.substr(target.rfind('/') + 1);
  std::error_code none;
  std::filesystem::directory_iterator at(folder, none), end;
  for (; !none && at != end; at.increment(none)) {
    if (!is_stray(at->path().filename().string(), name)) continue;
    std::error_code ignored;
    std::filesystem::remove(at->path(), ignored);
  }
}

}  // namespace

int FileCalls::open(const char* path, int flags, mode_t mode) { return ::open(path, flags, mode); }
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

AtomicFile::AtomicFile(const std::string& path, FileCalls& calls) : calls_(calls), path_(path) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) throw Error(place(path), "is a directory", writable);
  if (exists && !S_ISREG(status.st_mode)) {
    throw Error(place(path), "is not a regular file", "a regular file, or a name that is free");
  }
  if (path.empty()) throw Error(place(path), "is no file name", writable);
  target_ = behind_links(path);
  const std::size_t slash = target_.rfind('/');
  folder_ = slash == std::string::npos ? "." : target_.substr(0, slash + 1);

  remove_strays(folder_, target_);

  // Left by a crashed process of the same number, or made on another machine: try the next name.
  static std::atomic<unsigned> counter{0};
  const mode_t mode = exists ? status.st_mode & 0777 : 0666;
  do {
    temporary_ = fmt::format("{}.{}.{}.tmp", target_, ::getpid(), counter++);
    descriptor_ = calls_.open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  } while (descriptor_ < 0 && (errno == EEXIST || errno == EINTR));
  if (descriptor_ < 0) {
    const int error = errno;
    temporary_.clear();
    fail("cannot open a temporary file beside it", error);
  }
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() noexcept {
  if (descriptor_ >= 0) calls_.close(descriptor_);
  descriptor_ = -1;
  if (!temporary_.empty()) calls_.unlink(temporary_.c_str());
  temporary_.clear();
}

void AtomicFile::fail(const std::string& step, int error) {
  discard();
  throw Error(place(path_), fmt::format("{}: {}", step, std::generic_category().message(error)),
              writable, hint_for(error));
}

void AtomicFile::write(std::string_view bytes) {
  if (descriptor_ < 0) fail("is written after its end", EBADF);
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), std::size_t{1} << 30);
    const ssize_t written = calls_.write(descriptor_, bytes.data(), count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot write", errno);
    if (written == 0) fail("cannot write", EIO);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

// A second fsync after a failed one may succeed without having written: it is not called again.
void AtomicFile::sync(int descriptor, const std::string& step) {
  int result = -1;
  do {
    result = calls_.fsync(descriptor);
  } while (result != 0 && errno == EINTR);
  const int error = result == 0 ? 0 : errno;
  const bool of_folder = descriptor != descriptor_;
  if (error == 0 || (of_folder && error == EINVAL)) return;  // some file systems sync no folders
  if (of_folder) calls_.close(descriptor);
  fail(step, error);
}

void AtomicFile::commit() {
  if (descriptor_ < 0) fail("is written after its end", EBADF);
  sync(descriptor_, "cannot put it on the disk");
  const int closed = calls_.close(descriptor_);
  descriptor_ = -1;  // closed, also when close() reports an error
  if (closed != 0 && errno != EINTR) fail("cannot close", errno);
  if (calls_.rename(temporary_.c_str(), target_.c_str()) != 0) {
    fail("cannot put the new file in its place", errno);
  }
  temporary_.clear();
  sync_folder();
}

void AtomicFile::sync_folder() {
  const std::string step =
      "is written, but may not outlast a crash: cannot put its folder on the disk";
  int folder = -1;
  do {
    folder = calls_.open(folder_.c_str(), O_RDONLY | O_CLOEXEC, 0);
  } while (folder < 0 && errno == EINTR);
  // A folder that one may write to but not list cannot be opened; there is no other way to sync it.
  if (folder < 0 && errno == EACCES) return;
  if (folder < 0) fail(step, errno);
  sync(folder, step);
  calls_.close(folder);
}

}  // namespace holo
