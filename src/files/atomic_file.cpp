// atomic_file.cpp: writes a temporary file, syncs it to disk, and renames it into place.
#include "files/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/regular_file.h"
#include "holo/check.h"

namespace holo {
namespace {

namespace fs = std::filesystem;

constexpr const char* writable = "a file that can be written";

const char* hint_for(int error) {
  if (error == ENOSPC || error == EDQUOT) return "free some space, or write to another disk";
  if (error == EFBIG) return "a higher limit of the file size, ulimit -f, or another file system";
  if (error == ENOENT || error == ENOTDIR) return "make its folder first";
  if (error == EACCES || error == EPERM || error == EROFS) return "a folder that you may write to";
  return "";
}

// Repeats a system call while signals interrupt it, and returns its result.
template <class Call>
auto uninterrupted(Call&& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

// Tells whether the open file is still the one with this name.
bool is_named(int descriptor, const std::string& name) {
  struct stat here {};
  struct stat there {};
  return ::fstat(descriptor, &here) == 0 && ::stat(name.c_str(), &there) == 0 &&
         here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

// Tells whether the name exists, even as a link to nothing.
bool is_there(const std::string& name) {
  struct stat status {};
  return ::lstat(name.c_str(), &status) == 0;
}

}  // namespace

std::string output_target(const std::string& path) {
  if (path.empty()) throw Error(shown_path(path), "is not a file name", writable);
  constexpr int most_links = 40;  // Linux follows as many
  std::error_code none;
  fs::path target = path;
  for (int links = 0; fs::is_symlink(target, none); ++links) {
    if (links == most_links) {
      throw Error(path, "is a link that leads back to itself", writable, "remove the link");
    }
    target = target.parent_path() / fs::read_symlink(target, none);
  }
  struct stat status {};
  if (::stat(target.c_str(), &status) != 0) return target;
  if (S_ISDIR(status.st_mode)) throw Error(path, "is a directory", writable);
  if (!S_ISREG(status.st_mode)) {
    throw Error(path, "is not a regular file", "a regular file, or a name that is free");
  }
  // rename() only asks for the folder, and root may do all. So the bits say what is allowed.
  if ((status.st_mode & 0222) == 0 || ::access(target.c_str(), W_OK) != 0) {
    throw Error(path, "is read-only", writable, "another name, or chmod u+w");
  }
  return target;
}

AtomicFile::AtomicFile(const std::string& path, std::string target)
    : path_(path), target_(std::move(target)), temporary_(target_ + ".holo.tmp") {}

// The delegated constructor has completed the object, so the destructor cleans up after any throw.
AtomicFile::AtomicFile(const std::string& path) : AtomicFile(path, output_target(path)) {
  open_temporary();
}

AtomicFile::~AtomicFile() { discard(); }

// All writers try the same name first, so one overwrites the file that a killed writer left. A lock
// ends with its process. The name gets numbers if another writer holds the lock, or has just
// renamed the file, or if the file system has no locks.
void AtomicFile::open_temporary() {
  struct stat old {};
  const bool exists = ::stat(target_.c_str(), &old) == 0;
  const mode_t mode = exists ? old.st_mode & 0777 : 0666;  // no more users than before may read it
  const auto open = [&](int flags) {
    descriptor_ = uninterrupted([&] { return ::open(temporary_.c_str(), flags | O_CREAT, mode); });
    if (descriptor_ >= 0) return;
    const int error = errno;
    const std::string name = fs::path(temporary_).filename().string();
    // If another user left it, or it is not a file, the user must remove it.
    fail(fmt::format("cannot open {} next to it", name), error,
         is_there(temporary_) ? fmt::format("remove {}, when no program is writing it", name) : "");
  };
  open(O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
  const bool locked = uninterrupted([&] { return ::flock(descriptor_, LOCK_EX | LOCK_NB); }) == 0;
  const bool can_lock = locked || errno == EWOULDBLOCK;
  if (!locked || !is_named(descriptor_, temporary_)) {
    static std::atomic<unsigned> writers = 0;
    if (!can_lock) ::unlink(temporary_.c_str());
    ::close(std::exchange(descriptor_, -1));
    const std::string common = temporary_;
    do {
      temporary_ = fmt::format("{}.{}.{}", common, ::getpid(), ++writers);
    } while (is_there(temporary_));  // a killed process may have had the same number
    open(O_WRONLY | O_CLOEXEC | O_EXCL);
  }
  if (::ftruncate(descriptor_, 0) != 0) fail("cannot write", errno);
  if (exists && ::fchmod(descriptor_, mode) != 0) fail("cannot write", errno);
}

void AtomicFile::discard() noexcept {
  if (descriptor_ >= 0) ::unlink(temporary_.c_str());
  close();
}

void AtomicFile::close() noexcept {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

void AtomicFile::fail(const std::string& step, int error, const std::string& hint) {
  discard();
  throw Error(shown_path(path_),
              fmt::format("{}: {}", step, std::generic_category().message(error)), writable,
              hint.empty() ? hint_for(error) : hint);
}

void AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), std::size_t{1} << 30);
    const ssize_t written =
        uninterrupted([&] { return ::write(descriptor_, bytes.data(), count); });
    if (written <= 0) fail("cannot write", written < 0 ? errno : EIO);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void AtomicFile::commit() {
  if (uninterrupted([&] { return ::fsync(descriptor_); }) != 0) {
    fail("cannot put it on the disk", errno);
  }
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) {
    fail("cannot put the new file in its place", errno);
  }
  close();
  // The folder holds the name, so we sync it too. If a file system cannot, nothing is lost.
  const fs::path folder = fs::path(target_).parent_path();
  const int opened = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC);
  if (opened < 0) return;
  ::fsync(opened);
  ::close(opened);
}

}  // namespace holo
