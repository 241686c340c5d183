// atomic_file_test.cpp: a file is replaced as a whole or not at all: whichever call of the system
// fails. An error names the file and the reason.
#include "files/atomic_file.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "files/atomic_file_save.h"
#include "files/failing_calls.h"
#include "files/safetensors_files.h"

namespace atomic_file_test {
namespace {

using holo::AtomicFile;
using safetensors_files::Folder;
using safetensors_files::message_of;

// Writes go to a disk without space.
class Full final : public holo::FileCalls {
 public:
  int open(const char* path, int flags, mode_t mode) override {
    const int descriptor = FileCalls::open(path, flags, mode);
    full_ = FileCalls::open("/dev/full", O_WRONLY, 0);
    return descriptor;
  }
  ssize_t write(int, const void* bytes, std::size_t count) override {
    return FileCalls::write(full_, bytes, count);
  }
  int close(int descriptor) override {
    FileCalls::close(full_);
    return FileCalls::close(descriptor);
  }

 private:
  int full_ = -1;
};

// Another one has taken the first temporary name.
class Taken final : public holo::FileCalls {
 public:
  int open(const char* path, int flags, mode_t mode) override {
    if ((flags & O_CREAT) != 0 && taken.empty()) {
      taken = path;
      std::ofstream(taken) << "theirs";
    }
    return FileCalls::open(path, flags, mode);
  }
  std::string taken;
};

}  // namespace

TEST_CASE("atomic file: new contents for a name that is free, taken, or a link") {
  const Folder folder;
  save(folder.name("x"), "first");
  CHECK(folder.read("x") == "first");
  REQUIRE(::chmod(folder.name("x").c_str(), 0600) == 0);
  save(folder.name("x"), "the second one");
  CHECK(folder.read("x") == "the second one");
  struct stat status {};
  REQUIRE(::stat(folder.name("x").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  save(folder.name("x"), "");
  CHECK(folder.read("x").empty());
  CHECK(folder.count() == 1);
  std::filesystem::create_symlink("x", folder.name("link"));
  save(folder.name("link"), "by the link");
  CHECK(folder.read("x") == "by the link");
  CHECK(std::filesystem::is_symlink(folder.name("link")));
  CHECK(folder.count() == 2);
}

TEST_CASE("atomic file: without a commit nothing has happened") {
  const Folder folder;
  folder.write("x", "old");
  {
    AtomicFile file(folder.name("x"));
    file.write("new");
    CHECK(folder.count() == 2);
    CHECK(folder.read("x") == "old");
  }
  CHECK(folder.read("x") == "old");
  CHECK(folder.count() == 1);
}

TEST_CASE("atomic file: a temporary name that another one left is not touched") {
  const Folder folder;
  AtomicFile first(folder.name("x"));
  AtomicFile second(folder.name("x"));
  first.write("1");
  second.write("2");
  first.commit();
  CHECK(folder.read("x") == "1");
  second.commit();
  CHECK(folder.read("x") == "2");
  CHECK(message_of([&] { second.write("3"); }).find("is written after its end") !=
        std::string::npos);
  CHECK(message_of([&] { second.commit(); }).find("is written after its end") != std::string::npos);
  CHECK(folder.count() == 1);

  Taken calls;
  save(folder.name("x"), "3", calls);
  CHECK(folder.read("x") == "3");
  CHECK(folder.count() == 2);
  std::ifstream theirs(calls.taken);
  CHECK(std::string(std::istreambuf_iterator<char>(theirs), {}) == "theirs");
}

TEST_CASE("atomic file: whichever call fails, the old file or the new one is there") {
  const std::pair<int, std::string> errors[] = {{EIO, "Input/output error"},
                                                {ENOSPC, "No space left on device"}};
  for (const auto& [error, reason] : errors) {
    for (const bool for_good : {false, true}) {
      for (int k = 0;; ++k) {
        const Folder folder;
        const std::string path = folder.write("x", "old");
        FailingCalls calls(k, error, for_good);
        const std::string message = message_of([&] { save(path, "new", calls); });
        CAPTURE(k);
        CHECK(folder.count() == 1);
        CHECK(folder.read("x") == (calls.renamed ? "new" : "old"));
        if (!calls.failed) {
          // open, flock, fstat, 2 writes, fsync, rename, close, of the folder: open, fsync, close
          CHECK(k == 11);
          break;
        }
        // close of the folder: it is on the disk by then; a file system without locks
        if (k == 10 || (k == 1 && !for_good)) {
          CHECK(message == "");
          continue;
        }
        CHECK_MESSAGE(message.find(path + ": ") == 0, message);
        CHECK_MESSAGE(message.find(reason) != std::string::npos, message);
        CHECK((message.find("may not outlast a crash") != std::string::npos) == calls.renamed);
      }
    }
  }
}

TEST_CASE("atomic file: a call that was interrupted is made again") {
  for (int k = 0; k < 11; ++k) {
    const Folder folder;
    const std::string path = folder.write("x", "old");
    FailingCalls calls(k, EINTR, false);
    CAPTURE(k);
    if (k != 2 && k != 6) {  // fstat() and rename() are not interrupted
      CHECK(message_of([&] { save(path, "new", calls); }).empty());
      CHECK(folder.read("x") == "new");
    }
  }
}

TEST_CASE("atomic file: a write that takes no byte is an error, and is not tried for ever") {
  struct Full final : holo::FileCalls {
    int calls = 0;
    ssize_t write(int, const void*, std::size_t) override {
      errno = ENOSPC;
      return ++calls == 1 ? 0 : -1;
    }
  } full;
  const Folder folder;
  const std::string path = folder.write("x", "old");
  const std::string message = message_of([&] { save(path, "new", full); });
  CHECK(message.find(path + ": cannot write: Input/output error") == 0);
  CHECK(full.calls == 1);
  CHECK(folder.read("x") == "old");
  CHECK(folder.count() == 1);
}

TEST_CASE("atomic file: a file system without fsync for folders is no failure; for files it is") {
  for (const int k : {5, 9}) {  // the fsync of the file, of the folder
    const Folder folder;
    FailingCalls calls(k, EINVAL, false);
    const std::string message = message_of([&] { save(folder.name("x"), "new", calls); });
    CHECK(calls.failed);
    CHECK(message.empty() == (k == 9));
    CHECK(folder.count() == (k == 9 ? 1 : 0));
  }
}

TEST_CASE("atomic file: what cannot be written gives the reason and leaves nothing behind") {
  const Folder folder;
  const auto refusal = [](const std::string& path) {
    return message_of([&] { save(path, "text"); });
  };
  CHECK(refusal(folder.name("")).find("is a directory; expected a file that can be written") !=
        std::string::npos);
  CHECK(refusal(folder.name("none/x")) ==
        folder.name("none/x") +
            ": cannot open a temporary file next to it: No such file or directory; expected a file "
            "that can be written. Try: make its folder first");
  CHECK(refusal("").find("'': is not a file name") == 0);
  REQUIRE(::mkfifo(folder.name("pipe").c_str(), 0600) == 0);
  CHECK(refusal(folder.name("pipe")).find("is not a regular file") != std::string::npos);
  CHECK(refusal(folder.name(std::string(300, 'x'))).find("File name too long") !=
        std::string::npos);
  CHECK(folder.count() == 1);  // the pipe
  std::filesystem::remove(folder.name("pipe"));
  if (::geteuid() != 0) {
    REQUIRE(::chmod(folder.name("").c_str(), 0500) == 0);
    CHECK(refusal(folder.name("x")).find("Permission denied") != std::string::npos);
    REQUIRE(::chmod(folder.name("").c_str(), 0700) == 0);
  }
  if (std::filesystem::exists("/dev/full")) {
    folder.write("x", "old");
    Full calls;
    const std::string message = message_of([&] { save(folder.name("x"), "text", calls); });
    CHECK(message.find("cannot write: No space left on device") != std::string::npos);
    CHECK(folder.read("x") == "old");
    CHECK(folder.count() == 1);
  }
}

}  // namespace atomic_file_test
