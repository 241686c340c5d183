// train_memory_test.cpp: train_gpt compares what a training will need with the memory that there
// is: what fits is not mentioned, what is near is warned of, too much is refused, and
// --allow-any-memory takes it without a word.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "backend/backend.h"
#include "base/memory_limit.h"
#include "examples/captured.h"
#include "examples/tiny_training.h"
#include "examples/train_flags.h"
#include "gpt/training/train_settings.h"
#include "holo/device.h"

namespace train_memory_test {
namespace {

using namespace holo;
using texts::contains;

constexpr Index vocab_size = 27;

MemoryLimit limit() { return backend_of(default_device()).memory_limit(); }

// Settings whose training needs about `part` of the memory that there is. Nothing is allocated.
TrainSettings needing(double part) {
  TrainSettings s = tiny_training::settings_of("");
  const Index rows = 1'000'000;
  s.batch = rows;
  s.allow_any_memory = true;
  const double per_row = check_memory(s, vocab_size).activations / static_cast<double>(rows);
  s.allow_any_memory = false;
  s.batch = std::llround(part * limit().bytes / per_row);
  return s;
}

// What it says on stderr.
std::string warning_of(const TrainSettings& s) {
  const Captured err(2);
  check_memory(s, vocab_size);
  return err.text();
}

}  // namespace

TEST_CASE("train memory: what fits is no matter, what is near is warned of, too much is refused") {
  CHECK(warning_of(needing(0.5)) == "");
  const std::string warning = warning_of(needing(1));
  CHECK(contains(warning, "warning: training needs about "));
  CHECK(contains(warning, limit().source));
  CHECK(contains(warning, "or --allow-any-memory\n"));
  const std::string refusal = texts::message_of([] { check_memory(needing(2), vocab_size); });
  CHECK(contains(refusal, "UsageError: memory: training needs about "));
  CHECK(contains(refusal, "; expected at most "));
  CHECK(contains(refusal, "--n-layer; or --allow-any-memory"));
}

TEST_CASE("train memory: processes of one machine share what it has") {
  TrainSettings s = needing(0.5);
  s.processes_here = 4;
  const std::string refusal = texts::message_of([&] { check_memory(s, vocab_size); });
  CHECK(contains(refusal, "UsageError: memory: training needs about "));
  CHECK(contains(refusal, limit().source + ", for 4 processes"));
}

TEST_CASE("train memory: --allow-any-memory takes what does not fit, without a warning") {
  for (const double part : {1.0, 2.0, 1e3}) {
    TrainSettings s = needing(part);
    s.allow_any_memory = true;
    CHECK(warning_of(s) == "");
    CHECK(check_memory(s, vocab_size).peak() > 0.9 * part * limit().bytes);
  }
}

TEST_CASE("train memory: --allow-any-memory is a flag, and off without it") {
  CHECK(train_flags::settings_for("--allow-any-memory").allow_any_memory);
  CHECK_FALSE(train_flags::settings_for("").allow_any_memory);
  CHECK_FALSE(train_flags::settings_for("--allow-config-change").allow_any_memory);
}

}  // namespace train_memory_test
