// checkpoint_faults_test.cpp: whichever read fails, model and optimizer stay as they were;
// whichever call of the system fails while a file is written, the old checkpoint or the new one is
// there.
#include <doctest/doctest.h>

#include <cerrno>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "files/checkpoint_format.h"
#include "files/checkpoint_run.h"
#include "files/failing_calls.h"
#include "files/failing_source.h"
#include "files/safetensors/source.h"
#include "files/safetensors_files.h"

namespace checkpoint_faults_test {
namespace {

using namespace holo;
using safetensors_files::Folder;
using safetensors_files::message_of;

// A writer that takes a few bytes at a time.
class ShortWrites final : public FileCalls {
 public:
  ssize_t write(int descriptor, const void* bytes, std::size_t count) override {
    return FileCalls::write(descriptor, bytes, count > 7 ? 7 : count);
  }
};

// Memory runs out in the k-th call.
class OutOfMemory final : public FileCalls {
 public:
  explicit OutOfMemory(int k) : calls_left_(k) {}
  int open(const char* path, int flags, mode_t mode) override {
    count();
    return FileCalls::open(path, flags, mode);
  }
  ssize_t write(int descriptor, const void* bytes, std::size_t size) override {
    count();
    return FileCalls::write(descriptor, bytes, size);
  }
  int fsync(int descriptor) override {
    count();
    return FileCalls::fsync(descriptor);
  }

 private:
  void count() {
    if (--calls_left_ < 0) throw std::bad_alloc();
  }
  int calls_left_;
};

}  // namespace

TEST_CASE("checkpoint faults: a read that fails leaves model and optimizer as they were") {
  const Folder folder;
  SmallRun made(make_adamw);
  made.steps(0, 2);
  saved(made, folder);
  const std::string bytes = folder.read("saved");
  for (const auto with : {FailingSource::With::error, FailingSource::With::out_of_memory}) {
    SmallRun other(make_adamw, 2);
    const std::string before = other.bits();
    int k = 0;
    for (bool failed = true; failed && k < 100; ++k) {
      failed = false;
      try {
        const CheckpointFile file(std::make_shared<FailingSource>(bytes, k, with));
        file.load_into(other.model, *other.optimizer);
      } catch (const std::exception&) {
        failed = true;
      }
      CAPTURE(k);
      CHECK((other.bits() == (failed ? before : made.bits())));
    }
    CHECK(k > 16);  // at least one for each tensor
    CHECK(k < 100);
  }
}

TEST_CASE("checkpoint faults: whichever call fails while one is loaded, nothing has changed") {
  const Folder folder;
  SmallRun made(make_adamw);
  made.steps(0, 2);
  const std::string path = saved(made, folder);
  for (const auto& [error, for_good] :
       {std::pair{EIO, false}, {EIO, true}, {EACCES, false}, {EINTR, false}}) {
    int k = 0;
    for (bool failed = true; failed; ++k) {
      SmallRun other(make_adamw, 2);
      const std::string before = other.bits();
      FailingCalls calls(k, error, for_good);
      const std::string message = message_of([&] {
        CheckpointFile(open_source(path, calls)).load_into(other.model, *other.optimizer);
      });
      failed = calls.failed;
      CAPTURE(k);
      CHECK((other.bits() == (message.empty() ? made.bits() : before)));
      if (!message.empty()) CHECK(message.find(path + ": ") == 0);
    }
    CHECK(k > 30);  // open, a read and a look at the size for each tensor and more, close
    CHECK(folder.count() == 1);
  }
}

TEST_CASE("checkpoint faults: whichever call fails, the old checkpoint or the new one is there") {
  SmallRun run(make_adamw);
  const std::pair<int, std::string> errors[] = {
      {EIO, "Input/output error"}, {ENOSPC, "No space left on device"}, {EINTR, ""}};
  const Folder first, folder;
  const std::string path = saved(run, folder), old = folder.read("saved");
  run.steps(0, 1);
  saved(run, first);
  const std::string now = first.read("saved");
  REQUIRE(now != old);
  for (const auto& [error, reason] : errors) {
    for (const bool for_good : {false, true}) {
      if (error == EINTR && for_good) continue;  // it would be asked for ever
      for (int k = 0;; ++k) {
        folder.write("saved", old);
        FailingCalls calls(k, error, for_good);
        const std::string message =
            message_of([&] { save_checkpoint(path, run.model, *run.optimizer, {}, calls); });
        CAPTURE(k);
        CHECK(folder.count() == 1);
        CHECK((folder.read("saved") == (calls.renamed ? now : old)));
        CHECK(CheckpointFile(path).metadata().empty());
        if (!calls.failed) {
          CHECK(k > 11);
          break;
        }
        // the close of the folder, or a file system without locks
        if (error != EINTR && message.empty()) CHECK(calls.renamed);
        if (!message.empty()) CHECK(message.find(path + ": ") == 0);
        CHECK((message.empty() || message.find(reason) != std::string::npos));
      }
    }
  }
  ShortWrites calls;
  save_checkpoint(path, run.model, *run.optimizer, {}, calls);
  CHECK((folder.read("saved") == now));
}

TEST_CASE("checkpoint faults: memory that runs out while a file is written leaves the old one") {
  SmallRun run(make_adamw);
  const Folder folder;
  const std::string path = saved(run, folder), old = folder.read("saved");
  run.steps(0, 1);
  for (int k = 0; k < 10; ++k) {
    OutOfMemory calls(k);
    CHECK_THROWS_AS(save_checkpoint(path, run.model, *run.optimizer, {}, calls), std::bad_alloc);
    CHECK((folder.read("saved") == old));
    CHECK(folder.count() == 1);
  }
}

}  // namespace checkpoint_faults_test
