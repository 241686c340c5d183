// atomic_file.h: a file that is replaced in one step: after a crash at any moment its path holds
// either the complete old contents or the complete new ones. Internal. Of several writers at once
// the last one wins.
#pragma once

#include <string>
#include <string_view>

#include "files/file_calls.h"
#include "files/output_path.h"

namespace holo {

/// Takes bytes, one piece after the other.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void write(std::string_view bytes) = 0;
};

/// New contents for `path`, in a temporary file in the same folder until commit(). A link is
/// followed. Temporary files that ended processes have left there are removed first, those of other
/// writers stay. Every failure is a holo::Error with path and reason, removes the temporary file,
/// and is final; so does memory that runs out, a std::bad_alloc. A program that ignores SIGXFSZ
/// gets the limit of the file size as such an Error; the others are ended by it.
class AtomicFile final : public ByteSink {
 public:
  /// Throws as output_path(), or when the folder cannot be written to.
  explicit AtomicFile(const std::string& path, FileCalls& calls = FileCalls::of_system());
  /// Without a commit() `path` is unchanged.
  ~AtomicFile() override;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes) override;
  /// Puts the new contents on the disk and in place. When only a step after that fails, to put the
  /// name on the disk, the Error says so: the new file is there, but may not outlast a crash.
  void commit();

 private:
  [[noreturn]] void fail(const char* step, int error);
  void open_temporary();
  void discard() noexcept;
  int synced(int descriptor);
  void sync_folder();

  FileCalls& calls_;
  std::string path_;  // as it was given, for messages
  OutputPath output_;
  std::string temporary_;  // empty when there is none
  int descriptor_ = -1;
};

}  // namespace holo
