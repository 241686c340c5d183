// agreement_test.cpp: ranks that were told different things are refused with the name and both
// values.
#include "gpt/training/ranks.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "examples/tiny_training.h"
#include "holo/creation.h"
#include "text/texts.h"

namespace agreement_test {
namespace {

using namespace holo;
using namespace tiny_training;

std::string with(std::string facts, const std::string& name, const std::string& value) {
  const std::string zero(1, '\0');
  std::size_t at = facts.find(zero + name + zero);
  REQUIRE(at != std::string::npos);
  at += name.size() + 2;
  return facts.replace(at, facts.find('\0', at) - at, value);
}

std::string message_of(const std::vector<std::string>& facts) {
  return texts::message_of([&] { check_agreement(facts); });
}

}  // namespace

TEST_CASE("agreement: what differs is named, with the first rank that has it otherwise") {
  TinyTraining tiny;
  tiny.settings.values = {{"seed", "7"}, {"batch", "3"}, {"data", "here/words"}};
  const Dataset data = tiny.data();
  Trainer trainer(tiny.settings, data);
  const std::string facts = facts_of(tiny.settings, data, trainer);
  CHECK(message_of({facts}).empty());
  CHECK(message_of({facts, facts, facts}).empty());
  CHECK(message_of({facts, facts, with(facts, "--seed", "8")}) ==
        "UsageError: --seed: 7 on rank 0, 8 on rank 2; expected the same on all ranks");
  CHECK(message_of({facts, with(facts, "number type", "real = half")})
            .find("real = half on rank 1") != std::string::npos);
  CHECK(message_of({facts, with(facts, "data", "0123")})
            .find("data: " + data.hash() + " on rank 0, 0123") != std::string::npos);
  CHECK(message_of({facts, with(facts, "step", "4")}) ==
        "UsageError: step: 0 on rank 0, 4 on rank 1; expected the same on all ranks");
  CHECK(message_of({facts, with(facts, "processor", "vectors of 8 bits")})
            .find("Try: the same ARCH on all") != std::string::npos);
  CHECK(message_of({facts, facts.substr(0, facts.find("--seed") + 3)}).find("nothing on rank 1") !=
        std::string::npos);
}

TEST_CASE("agreement: names of files may differ, parameters may not") {
  TinyTraining tiny;
  tiny.settings.values = {{"data", "here/words"}};
  const Dataset data = tiny.data();
  Trainer trainer(tiny.settings, data), other(tiny.settings, data);
  TrainSettings elsewhere = tiny.settings;
  elsewhere.values = {{"data", "there/words"}};
  const std::string facts = facts_of(tiny.settings, data, trainer);
  CHECK(message_of({facts, facts_of(elsewhere, data, other)}).empty());
  const NoGrad no_grad;
  other.model().parameters()[0].add_(full(other.model().parameters()[0].shape(), real(1e-3)));
  const std::string message = message_of({facts, facts_of(elsewhere, data, other)});
  CHECK(message.rfind("UsageError: parameters: ", 0) == 0);
}

}  // namespace agreement_test
