// atomic_file.cpp: writes a temporary file, syncs it to disk, and renames it into place. It is
// locked all the while: see stray_files.h.
#include "files/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/regular_file.h"
#include "files/stray_files.h"
#include "holo/check.h"

namespace holo {
namespace {

constexpr const char* cannot_open = "cannot open a temporary file next to it";
constexpr const char* may_be_lost =
    "is written, but may not outlast a crash: cannot put its folder on the disk";

}  // namespace

AtomicFile::AtomicFile(const std::string& path, FileCalls& calls)
    : calls_(calls), path_(path), output_(output_path(path)) {
  remove_strays(output_.folder, output_.target, calls_);
  open_temporary();
}

AtomicFile::~AtomicFile() { discard(); }

// A name that is taken was left by a process of the same number, or made on another machine.
void AtomicFile::open_temporary() {
  constexpr int most_names = 1000;
  for (int i = 0; i < most_names; ++i) {
    temporary_ = temporary_name(output_.target);
    do {
      descriptor_ =
          calls_.open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, output_.mode);
    } while (descriptor_ < 0 && errno == EINTR);
    if (descriptor_ >= 0 && lock_temporary(descriptor_, calls_)) return;
    const int error = errno;
    if (descriptor_ < 0) temporary_.clear();
    if (error != EEXIST && error != EWOULDBLOCK) fail(cannot_open, error);
    discard();
  }
  fail(cannot_open, EEXIST);
}

void AtomicFile::discard() noexcept {
  if (!temporary_.empty()) calls_.unlink(temporary_.c_str());
  temporary_.clear();
  if (descriptor_ >= 0) calls_.close(descriptor_);
  descriptor_ = -1;
}

void AtomicFile::fail(const char* step, int error) {
  discard();
  throw Error(shown_path(path_),
              fmt::format("{}: {}", step, std::generic_category().message(error)), writable,
              output_hint(error));
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

// 0 or errno. A second fsync after a failed one may succeed without having written: it is not
// called again.
int AtomicFile::synced(int descriptor) {
  int result = -1;
  do {
    result = calls_.fsync(descriptor);
  } while (result != 0 && errno == EINTR);
  return result == 0 ? 0 : errno;
}

void AtomicFile::commit() {
  if (descriptor_ < 0) fail("is written after its end", EBADF);
  if (const int error = synced(descriptor_)) fail("cannot put it on the disk", error);
  if (calls_.rename(temporary_.c_str(), output_.target.c_str()) != 0) {
    fail("cannot put the new file in its place", errno);
  }
  temporary_.clear();
  const int closed = calls_.close(descriptor_);  // after the rename, for the sake of its lock
  descriptor_ = -1;                              // closed, also when close() reports an error
  if (closed != 0 && errno != EINTR) fail("is written, but may not outlast a crash", errno);
  sync_folder();
}

void AtomicFile::sync_folder() {
  int folder = -1;
  do {
    folder = calls_.open(output_.folder.c_str(), O_RDONLY | O_CLOEXEC, 0);
  } while (folder < 0 && errno == EINTR);
  // A folder that one may write to but not list cannot be opened; there is no other way to sync it.
  if (folder < 0 && errno == EACCES) return;
  if (folder < 0) fail(may_be_lost, errno);
  const int error = synced(folder);
  calls_.close(folder);
  if (error != 0 && error != EINVAL) fail(may_be_lost, error);  // EINVAL: it syncs no folders
}

}  // namespace holo
