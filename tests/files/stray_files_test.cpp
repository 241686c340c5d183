// stray_files_test.cpp: the next writer removes what a crash has left, whatever process left it,
// and never a temporary file that somebody is writing.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "child_process.h"
#include "files/atomic_file_save.h"
#include "files/failing_calls.h"
#include "files/safetensors_files.h"
#include "files/stray_files.h"

namespace stray_files_test {
namespace {

namespace fs = std::filesystem;
using holo::AtomicFile;
using safetensors_files::Folder;
using safetensors_files::message_of;

// A process that has begun to write `path` and waits until it is killed.
class Writer {
 public:
  explicit Writer(const std::string& path) : child_([&] { return write(path); }) {}
  ~Writer() { kill(); }
  void kill() {
    if (child_.id() < 0) return;
    ::kill(child_.id(), SIGKILL);
    child_.wait();
  }

 private:
  static int write(const std::string& path) {
    AtomicFile file(path);
    file.write("half");
    for (;;) ::pause();
  }
  ChildProcess child_;
};

void wait_for_count(const Folder& folder, std::size_t count) {
  for (int i = 0; i < 10000 && folder.count() != count; ++i) ::usleep(1000);
  REQUIRE(folder.count() == count);
}

// Writes texts of one letter each, again and again; 0 when nothing failed.
int write_often(const std::string& path, char letter) {
  constexpr int times = 50;
  for (int i = 0; i < times; ++i) save(path, std::string(1000, letter));
  return 0;
}

// Another writer looks for strays between open() and flock(), or holds the lock in that moment.
class Interfering final : public holo::FileCalls {
 public:
  Interfering(const std::string& folder, const std::string& target)
      : folder_(folder), target_(target) {}
  int flock(int descriptor, int operation) override {
    if (++calls_ == 1) holo::remove_strays(folder_, target_, FileCalls::of_system());
    if (calls_ == 2) {
      errno = EWOULDBLOCK;
      return -1;
    }
    return FileCalls::flock(descriptor, operation);
  }
  int calls() const { return calls_; }

 private:
  std::string folder_, target_;
  int calls_ = 0;
};

// A file system without locks.
class WithoutLocks final : public holo::FileCalls {
 public:
  int flock(int, int) override {
    errno = ENOLCK;
    return -1;
  }
};

}  // namespace

TEST_CASE("stray files: a writer whose file was taken for a stray takes another name") {
  const Folder folder;
  Interfering calls(folder.name(""), folder.name("x"));
  save(folder.name("x"), "new", calls);
  CHECK(calls.calls() == 3);
  CHECK(folder.read("x") == "new");
  CHECK(folder.count() == 1);
}

TEST_CASE("stray files: without locks a file is written, and no stray is removed") {
  const Folder folder;
  WithoutLocks calls;
  folder.write("x.1.2.tmp", "stray");
  save(folder.name("x"), "new", calls);
  CHECK(folder.read("x") == "new");
  CHECK(folder.count() == 2);
}

TEST_CASE("stray files: whichever call fails while they are removed, the file is written") {
  for (int k = 0; k < 5; ++k) {  // open, flock, fstat, unlink, close
    const Folder folder;
    folder.write("x.1.2.tmp", "stray");
    FailingCalls calls(k, EIO, false, true);
    CAPTURE(k);
    CHECK(message_of([&] { save(folder.name("x"), "new", calls); }) == "");
    CHECK(calls.failed);
    CHECK(folder.read("x") == "new");
    CHECK(folder.count() == (k < 4 ? 2 : 1));
  }
}

TEST_CASE("stray files: a file of an ended process is removed, also one of the same number") {
  const Folder folder;
  const std::string own = std::to_string(::getpid()), parent = std::to_string(::getppid());
  for (const std::string& process : {own, parent, std::string("1"), std::string("999999999")}) {
    folder.write("x." + process + ".7.tmp", "stray");
  }
  const std::vector<std::string> others = {
      "x." + own + ".7.tmp2", "x." + own + ".tmp", "y." + own + ".7.tmp",
      "xx." + own + ".7.tmp", "x.7.tmp",           "x. 1.7.tmp",
      "x.1.+7.tmp",           "x.1.07.tmp"};
  for (const std::string& other : others) folder.write(other, "no stray");
  fs::create_directory(folder.name("x." + own + ".8.tmp"));
  fs::create_symlink("y." + own + ".7.tmp", folder.name("x." + own + ".9.tmp"));
  save(folder.name("x"), "new");
  CHECK(folder.read("x") == "new");
  CHECK(folder.count() == 1 + others.size() + 2);
  for (const std::string& other : others) CHECK(folder.read(other) == "no stray");
}

TEST_CASE("stray files: what another process is writing stays until it has ended") {
  const Folder folder;
  Writer writer(folder.name("x"));
  wait_for_count(folder, 1);
  save(folder.name("x"), "new");
  CHECK(folder.count() == 2);
  writer.kill();
  CHECK(folder.count() == 2);
  save(folder.name("x"), "newer");
  CHECK(folder.count() == 1);
  CHECK(folder.read("x") == "newer");
}

TEST_CASE("stray files: threads and processes write one file at once, and none fails") {
  const Folder folder;
  const std::string path = folder.name("x");
  {
    std::vector<std::unique_ptr<ChildProcess>> children;
    for (const char letter : {'a', 'b', 'c'}) {
      children.push_back(std::make_unique<ChildProcess>([&] { return write_often(path, letter); }));
    }
    std::vector<std::thread> threads;
    std::vector<std::string> problems(3);
    for (std::size_t i = 0; i < problems.size(); ++i) {
      threads.emplace_back([&, i] {
        problems[i] = message_of([&] { write_often(path, static_cast<char>('d' + i)); });
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::string& problem : problems) CHECK(problem == "");
    for (const auto& child : children) CHECK(child->wait() == 0);
  }
  CHECK(folder.count() == 1);
  const std::string text = folder.read("x");
  REQUIRE(text.size() == 1000);
  CHECK(text == std::string(1000, text[0]));
}

}  // namespace stray_files_test
