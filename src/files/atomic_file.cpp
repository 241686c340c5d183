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

// Makes a call of the system until no signal interrupts it. Its result.
template <class Call>
auto uninterrupted(Call&& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

// Is the open file still the one of that name?
bool is_named(int descriptor, const std::string& name) {
  struct stat here {
  }, there{};
  return ::fstat(descriptor, &here) == 0 && ::stat(name.c_str(), &there) == 0 &&
         here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

}  // namespace

std::string output_target(const std::string& path) {
  if (path.empty()) throw Error(shown_path(path), "is not a file name", writable);
  constexpr int most_links = 40;  // as Linux follows
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
  // A rename asks for the folder alone, and root may do all: the bits say what is meant.
  if ((status.st_mode & 0222) == 0 || ::access(target.c_str(), W_OK) != 0) {
    throw Error(path, "is read-only", writable, "another name, or chmod u+w");
  }
  return target;
}

AtomicFile::AtomicFile(const std::string& path)
    : path_(path), target_(output_target(path)), temporary_(target_ + ".holo.tmp") {
  open_temporary();
}

AtomicFile::~AtomicFile() { discard(); }

// The lock is that of the one who writes it, and falls with the process. Who has waited for it
// finds that the name is free again, or that of the next one's file.
void AtomicFile::open_temporary() {
  struct stat old {};
  const bool exists = ::stat(target_.c_str(), &old) == 0;
  const mode_t mode = exists ? old.st_mode & 0777 : 0666;  // at no time may more users read it
  do {
    if (descriptor_ >= 0) ::close(descriptor_);
    constexpr int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
    descriptor_ = uninterrupted([&] { return ::open(temporary_.c_str(), flags, mode); });
    if (descriptor_ < 0) fail_to_open(errno);
    if (uninterrupted([&] { return ::flock(descriptor_, LOCK_EX); }) != 0) {
      open_without_lock(mode);
      break;
    }
  } while (!is_named(descriptor_, temporary_));
  if (::ftruncate(descriptor_, 0) != 0) fail("cannot write", errno);
  if (exists && ::fchmod(descriptor_, mode) != 0) fail("cannot write", errno);
}

// Where a file system has no locks, each writer has a name of its own.
void AtomicFile::open_without_lock(mode_t mode) {
  static std::atomic<unsigned> writers = 0;
  discard();
  temporary_ = fmt::format("{}.{}.{}", temporary_, ::getpid(), ++writers);
  constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
  descriptor_ = uninterrupted([&] { return ::open(temporary_.c_str(), flags, mode); });
  if (descriptor_ < 0) fail_to_open(errno);
}

void AtomicFile::discard() noexcept {
  if (descriptor_ < 0) return;
  ::unlink(temporary_.c_str());
  ::close(descriptor_);
  descriptor_ = -1;
}

void AtomicFile::fail(const char* step, int error) {
  discard();
  throw Error(shown_path(path_),
              fmt::format("{}: {}", step, std::generic_category().message(error)), writable,
              hint_for(error));
}

// One that another user has left, or what is no file, has to be removed by hand.
void AtomicFile::fail_to_open(int error) {
  struct stat left {};
  if (::lstat(temporary_.c_str(), &left) != 0) {
    fail("cannot open a temporary file next to it", error);
  }
  throw Error(shown_path(path_),
              fmt::format("cannot write {}, which is there already: {}", temporary_,
                          std::generic_category().message(error)),
              writable, "remove it, when no program is writing it");
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
  ::close(descriptor_);
  descriptor_ = -1;
  // The name is an entry in the folder. Some file systems cannot sync one: nothing is lost by it.
  const fs::path folder = fs::path(target_).parent_path();
  const int opened = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC);
  if (opened < 0) return;
  ::fsync(opened);
  ::close(opened);
}

}  // namespace holo
