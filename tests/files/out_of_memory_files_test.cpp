// out_of_memory_files_test.cpp: memory that runs out while a file is written or read: the k-th
// allocation fails, once or from then on, for every k. The call is done or throws, nothing calls
// std::terminate; the old file is whole or the new one is, and no temporary file stays.
#include <doctest/doctest.h>

#include <exception>
#include <filesystem>
#include <functional>
#include <string>

#include "failing_allocation.h"
#include "files/atomic_file.h"
#include "files/checkpoint_run.h"
#include "files/safetensors_files.h"

namespace out_of_memory_files_test {
namespace {

namespace fs = std::filesystem;
using namespace holo;
using safetensors_files::Folder;

bool runs(const std::function<void()>& call, long k, bool for_good) {
  failing_allocation::for_good = for_good;
  failing_allocation::left = k;
  bool done = false;
  try {
    call();
    done = true;
  } catch (const std::exception&) {
  }
  failing_allocation::left = -1;
  failing_allocation::for_good = false;
  return done;
}

// Calls it until no allocation fails; after each time check(done). How many allocations failed.
long fail_each(const std::function<void()>& call, const std::function<void(bool)>& check) {
  long failed = 0;
  for (const bool for_good : {false, true}) {
    // A failure may be survived (std::stable_sort asks for less): one call that is done is no end.
    int done_in_a_row = 0;
    for (long k = 0; done_in_a_row < 5; ++k) {
      CAPTURE(k);
      CAPTURE(for_good);
      const bool done = runs(call, k, for_good);
      check(done);
      failed += !done;
      done_in_a_row = done ? done_in_a_row + 1 : 0;
      REQUIRE(k < 10'000);
    }
  }
  return failed;
}

}  // namespace

TEST_CASE("out of memory: a file that is written is the old one or the new one") {
  const Folder folder;
  folder.write("x", "old");
  fs::create_symlink("x", folder.name("link"));
  const std::string link = folder.name("link"), text = "new";
  const long failed = fail_each(
      [&] {
        AtomicFile file(link);
        file.write(text);
        file.commit();
      },
      [&](bool done) {
        CHECK((folder.read("x") == "new" || (!done && folder.read("x") == "old")));
        CHECK(folder.count() == 2);
        folder.write("x", "old");
      });
  CHECK(failed > 5);
}

TEST_CASE("out of memory: a checkpoint that is saved is the old one or the new one") {
  const Folder folder, other;
  SmallRun run(make_adamw);
  const std::string path = saved(run, folder), old = folder.read("saved");
  run.steps(0, 1);
  saved(run, other);
  const std::string now = other.read("saved");
  REQUIRE(now != old);
  const long failed = fail_each([&] { save_checkpoint(path, run.model, *run.optimizer); },
                                [&](bool done) {
                                  const std::string found = folder.read("saved");
                                  CHECK((found == now || (!done && found == old)));
                                  CHECK(folder.count() == 1);
                                  folder.write("saved", old);
                                });
  CHECK(failed > 100);
}

TEST_CASE("out of memory: a checkpoint is loaded, or an exception says that it is not") {
  const Folder folder;
  SmallRun made(make_adamw);
  made.steps(0, 2);
  const std::string path = saved(made, folder);
  SmallRun run(make_adamw, 2);
  const Folder fresh;
  const std::string start = saved(run, fresh);
  const long failed = fail_each([&] { CheckpointFile(path).load_into(run.model, *run.optimizer); },
                                [&](bool done) {
                                  CHECK((!done || run.bits() == made.bits()));
                                  CheckpointFile(start).load_into(run.model, *run.optimizer);
                                });
  CHECK(failed > 100);
}

TEST_CASE("out of memory: tensors are read from a file, or an exception says that they are not") {
  const Folder folder;
  SmallRun made(make_adamw);
  save_module(folder.name("x"), made.model);
  SmallRun run(make_adamw, 2);
  const long failed = fail_each([&] { load_into(run.model, SafetensorsFile(folder.name("x"))); },
                                [&](bool) { CHECK(folder.count() == 1); });
  CHECK(failed > 50);
}

}  // namespace out_of_memory_files_test
