// atomic_file.h: a file that is replaced in one step: whatever fails or kills, its path holds
// either the complete old contents or the complete new ones. Internal.
#pragma once

#include <string>
#include <string_view>

namespace holo {

/// The file that is written for a path: a link is followed, also to a file that is not there yet.
/// Throws holo::Error for an empty path, links in a loop, a directory or whatever else is not a
/// regular file, and one that may not be written: without a write bit (0444) for root too.
std::string output_target(const std::string& path);

/// New contents for output_target(path), in the temporary file "<target>.holo.tmp" until commit(),
/// or, while another writer has that, in one with numbers at its end: the last commit() wins.
/// Every failure is a holo::Error with path and reason, removes the temporary file, and is final. A
/// program that ignores SIGXFSZ gets the limit of the file size as such an Error; the others are
/// ended by it. REQUIRES: one thread makes it and lets it go.
class AtomicFile {
 public:
  /// Throws as output_target(), when the folder cannot be written to, and while this thread has
  /// another writer of the same file.
  explicit AtomicFile(const std::string& path);
  /// Without a commit() `path` is unchanged.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);
  /// Puts the new contents on the disk and in place.
  void commit();

 private:
  AtomicFile(const std::string& path, std::string target);
  [[noreturn]] void fail(const std::string& step, int error, const std::string& hint = "");
  void open_temporary();
  void discard() noexcept;
  void close() noexcept;

  std::string path_;  // as it was given, for messages
  std::string target_, temporary_;
  int descriptor_ = -1;
};

}  // namespace holo
