// atomic_file.h: a file that is replaced in one step: after a crash at any moment its path holds
// either the complete old contents or the complete new ones. Internal. It guards against crashes,
// not against two writers: the last one wins.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace holo {

/// The system calls that it uses, as in POSIX: -1 and errno for a failure. Tests replace them.
class FileCalls {
 public:
  virtual ~FileCalls() = default;
  virtual int open(const char* path, int flags, mode_t mode);
  virtual ssize_t write(int descriptor, const void* bytes, std::size_t count);
  virtual int fsync(int descriptor);
  virtual int close(int descriptor);
  virtual int rename(const char* from, const char* to);
  virtual int unlink(const char* path);
  static FileCalls& of_system();
};

/// Takes bytes, one piece after the other.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void write(std::string_view bytes) = 0;
};

/// New contents for `path`, in a temporary file in the same folder until commit(). Temporary files
/// that ended processes of this machine have left there are removed first. Every failure is a
/// holo::Error with path and reason, removes the temporary file, and is final.
class AtomicFile final : public ByteSink {
 public:
  /// Throws when `path` is empty or no regular file, or when its folder cannot be written to.
  explicit AtomicFile(const std::string& path, FileCalls& calls = FileCalls::of_system());
  /// Without a commit() `path` is unchanged.
  ~AtomicFile() override;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes) override;
  /// Puts the new contents on the disk and in place. When only the last step fails, to put the name
  /// on the disk, the Error says so: the new file is there, but may not outlast a crash.
  void commit();

 private:
  [[noreturn]] void fail(const std::string& step, int error);
  void discard() noexcept;
  void sync(int descriptor, const std::string& step);
  void sync_folder();

  FileCalls& calls_;
  std::string path_;       // as it was given, for messages
  std::string target_;     // the file itself, after following links
  std::string folder_;     // of the target
  std::string temporary_;  // empty when there is none
  int descriptor_ = -1;
};

}  // namespace holo
