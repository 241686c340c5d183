// atomic_file.h: a file that is replaced in one step: after a crash at any moment its name gives
// the old contents, whole, or the new ones. Internal. It guards against crashes, not against two
// writers: the last one wins.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace holo {

/// What it asks of the system, as POSIX has it: -1 and errno for a failure. Tests put others in.
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

/// New contents for `path`, in a temporary file beside it until commit(); those that processes of
/// this machine have left there, which are no more, are removed first. Every failure is a
/// holo::Error with path and reason, removes the temporary file, and is final.
class AtomicFile final : public ByteSink {
 public:
  /// Error: `path` is empty, a directory or no regular file, or its folder cannot be written to.
  explicit AtomicFile(const std::string& path, FileCalls& calls = FileCalls::of_system());
  /// Without a commit() nothing has happened.
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
  std::string target_;     // the file itself, behind links
  std::string folder_;     // of the target
  std::string temporary_;  // empty when there is none
  int descriptor_ = -1;
};

}  // namespace holo
