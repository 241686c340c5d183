// atomic_file_test.cpp: a file is replaced as a whole or not at all. An error names the file and
// the reason.
#include "files/atomic_file.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "files/safetensors_files.h"
#include "helpers.h"

namespace atomic_file_test {
namespace {

namespace fs = std::filesystem;
using holo::AtomicFile;
using safetensors_files::Folder;
using safetensors_files::message_of;

// A text in two pieces.
void save(const std::string& path, const std::string& text) {
  AtomicFile file(path);
  file.write(text.substr(0, text.size() / 2));
  file.write(text.substr(text.size() / 2));
  file.commit();
}

// The lowest number that no open file has; a file that is never closed raises it.
int next_descriptor() {
  const int next = ::open("/dev/null", O_RDONLY);
  ::close(next);
  return next;
}

std::string refusal(const std::string& path) {
  return message_of([&] { save(path, "new"); });
}

}  // namespace

TEST_CASE("atomic file: new contents for a name that is free, taken, or a link") {
  const Folder folder;
  const int next = next_descriptor();
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
  fs::create_symlink("x", folder.name("link"));
  save(folder.name("link"), "by the link");
  CHECK(folder.read("x") == "by the link");
  CHECK(fs::is_symlink(folder.name("link")));
  CHECK(folder.count() == 2);
  CHECK(next_descriptor() == next);
}

TEST_CASE("atomic file: without a commit nothing has happened") {
  const Folder folder;
  const int next = next_descriptor();
  folder.write("x", "old");
  {
    AtomicFile file(folder.name("x"));
    file.write("new");
    CHECK(folder.count() == 2);
    CHECK(folder.read("x") == "old");
  }
  CHECK(folder.read("x") == "old");
  CHECK(folder.count() == 1);
  CHECK(next_descriptor() == next);
}

TEST_CASE("atomic file: what a killed writer has left is written anew, and writers do not meet") {
  const Folder folder;
  const std::string path = folder.name("x");
  folder.write("x.holo.tmp", "a longer text that was cut");
  save(path, "1");
  CHECK(folder.read("x") == "1");
  CHECK(folder.count() == 1);
  std::vector<std::thread> writers;
  for (const char digit : {'2', '3', '4', '5'}) {
    writers.emplace_back([&path, digit] {
      for (int i = 0; i < 20; ++i) save(path, std::string(1000, digit));
    });
  }
  for (int i = 0; i < 100; ++i) {
    const std::string found = folder.read("x");
    CHECK(found == (found.size() == 1 ? "1" : std::string(1000, found.at(0))));
  }
  for (std::thread& writer : writers) writer.join();
  CHECK(folder.count() == 1);
}

TEST_CASE("atomic file: of two writers the last commit wins, and each file is whole") {
  const Folder folder;
  const std::string path = folder.name("x");
  AtomicFile first(path);
  first.write("the longer text of the first");
  save(path, "second");
  CHECK(folder.read("x") == "second");
  first.commit();
  CHECK(folder.read("x") == "the longer text of the first");
  CHECK(folder.count() == 1);
}

TEST_CASE("atomic file: what cannot be written gives the reason and leaves nothing behind") {
  const Folder folder;
  CHECK(refusal(folder.name("")).find("is a directory; expected a file that can be written") !=
        std::string::npos);
  CHECK(refusal(folder.name("none/x")) ==
        folder.name("none/x") +
            ": cannot open x.holo.tmp next to it: No such file or directory; expected a file that "
            "can be written. Try: make its "
            "folder first");
  CHECK(refusal("").find("'': is not a file name") == 0);
  REQUIRE(::mkfifo(folder.name("pipe").c_str(), 0600) == 0);
  CHECK(refusal(folder.name("pipe")).find("is not a regular file") != std::string::npos);
  CHECK(refusal(folder.name(std::string(300, 'x'))).find("File name too long") !=
        std::string::npos);
  CHECK(folder.count() == 1);  // the pipe
  fs::remove(folder.name("pipe"));
  fs::create_directory(folder.name("x.holo.tmp"));
  CHECK(refusal(folder.name("x")) == folder.name("x") +
                                         ": cannot open x.holo.tmp next to it: Is a directory; "
                                         "expected a file that can be written. Try: remove "
                                         "x.holo.tmp, when no program is writing it");
  fs::remove(folder.name("x.holo.tmp"));
  if (::geteuid() != 0) {
    REQUIRE(::chmod(folder.name("").c_str(), 0500) == 0);
    CHECK(refusal(folder.name("x")).find("Permission denied") != std::string::npos);
    REQUIRE(::chmod(folder.name("").c_str(), 0700) == 0);
  }
}

TEST_CASE("atomic file: links in a loop are refused, and stay") {
  const Folder folder;
  fs::create_symlink("b", folder.name("a"));
  fs::create_symlink("a", folder.name("b"));
  fs::create_symlink("self", folder.name("self"));
  for (const std::string name : {"a", "b", "self"}) {
    CHECK(refusal(folder.name(name)) ==
          folder.name(name) +
              ": is a link that leads back to itself; expected a file that can be written. Try: "
              "remove the link");
    CHECK(fs::is_symlink(folder.name(name)));
  }
  CHECK(folder.count() == 3);
}

TEST_CASE("atomic file: a file without a write bit is refused, for root too") {
  const Folder folder;
  const std::string path = folder.write("x", "old");
  fs::create_symlink("x", folder.name("link"));
  const std::string reason =
      ": is read-only; expected a file that can be written. Try: another name, or chmod u+w";
  for (const mode_t mode : std::vector<mode_t>{0444, 0400, 0555, 0}) {
    REQUIRE(::chmod(path.c_str(), mode) == 0);
    CHECK(refusal(path) == path + reason);
    CHECK(refusal(folder.name("link")) == folder.name("link") + reason);
    REQUIRE(::chmod(path.c_str(), 0600) == 0);
    CHECK(folder.read("x") == "old");
  }
  if (::geteuid() != 0) {  // one that only others may write
    REQUIRE(::chmod(path.c_str(), 0422) == 0);
    CHECK(refusal(path) == path + reason);
  }
  CHECK(folder.count() == 2);
}

// For a program that ignores SIGXFSZ.
TEST_CASE("atomic file: the limit of the file size is an error with a hint, and leaves nothing") {
  const Folder folder;
  const std::string path = folder.write("x", "old");
  ChildProcess child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {4096, 4096};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
    const std::string message = message_of([&] { save(path, std::string(10000, 'n')); });
    const std::string wanted =
        path +
        ": cannot write: File too large; expected a file that can be written. Try: a higher limit "
        "of the file size, ulimit -f, or another file system";
    return message == wanted ? 0 : 2;
  });
  CHECK(child.wait() == 0);
  CHECK(folder.read("x") == "old");
  CHECK(folder.count() == 1);
}

}  // namespace atomic_file_test
