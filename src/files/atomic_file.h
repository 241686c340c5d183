// atomic_file.h: a file that is replaced in one step: whatever fails or kills, its path holds
// either the complete old contents or the complete new ones. Internal.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace holo {

/// Takes bytes, one piece after the other.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void write(std::string_view bytes) = 0;
};

/// The file that is written for a path: a link is followed, also to a file that is not there yet.
/// Throws holo::Error for an empty path, links in a loop, a directory or whatever else is not a
/// regular file, and one that may not be written: without a write bit (0444) for root too.
std::string output_target(const std::string& path);

/// New contents for output_target(path), in the temporary file "<target>.holo.tmp" until commit().
/// One that a killed process has left is written anew; while another writer holds it, the
/// constructor waits. REQUIRES: the same thread does not hold it. On a file system without locks
/// (flock) each writer has a temporary file of its own, with numbers at its end. Every failure is a
/// holo::Error with path and reason, removes the temporary file, and is final. A program that
/// ignores SIGXFSZ gets the limit of the file size as such an Error; the others are ended by it.
class AtomicFile final : public ByteSink {
 public:
  /// Throws as output_target(), or when the folder cannot be written to.
  explicit AtomicFile(const std::string& path);
  /// Without a commit() `path` is unchanged.
  ~AtomicFile() override;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes) override;
  /// Puts the new contents on the disk and in place.
  void commit();

 private:
  [[noreturn]] void fail(const char* step, int error);
  [[noreturn]] void fail_to_open(int error);
  void open_temporary();
  void open_without_lock(mode_t mode);
  void discard() noexcept;

  std::string path_;  // as it was given, for messages
  std::string target_, temporary_;
  int descriptor_ = -1;
};

}  // namespace holo
