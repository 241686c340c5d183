// atomic_file.h: a file that is replaced in one step. After a failure or a crash, its path has
// either the complete old contents or the complete new ones. Internal.
#pragma once

#include <string>
#include <string_view>

namespace holo {

/// The file to write for a path: it follows a link, even if the link's file does not exist yet.
/// Throws holo::Error for an empty path, links in a loop, a directory or anything else that is not
/// a regular file, and a file that is read-only (without a write bit, like 0444, for root too).
std::string output_target(const std::string& path);

/// New contents for output_target(path). Until commit() they are in "<target>.holo.tmp" or, while
/// another writer uses that file, in one with numbers at its end. The last commit() wins. Every
/// failure removes the temporary file, is final, and throws holo::Error with path and reason. A
/// program that ignores SIGXFSZ gets such an error at the limit of the file size; the signal ends
/// other programs.
class AtomicFile {
 public:
  /// Throws the errors of output_target(). Also throws when it cannot write to the folder.
  explicit AtomicFile(const std::string& path);
  /// Without a commit(), `path` does not change.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);
  /// Syncs the new contents to the disk and renames the file.
  void commit();

 private:
  AtomicFile(const std::string& path, std::string target);
  [[noreturn]] void fail(const std::string& step, int error, const std::string& hint = "");
  void open_temporary();
  void discard() noexcept;
  void close() noexcept;

  std::string path_;  // as the user gave it, for messages
  std::string target_, temporary_;
  int descriptor_ = -1;
};

}  // namespace holo
