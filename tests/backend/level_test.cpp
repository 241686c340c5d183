// level_test.cpp: which level of the kernels is chosen, and the words for a choice that cannot be.
#include "backend/cpu/level.h"

#include <doctest/doctest.h>

#include <string>

#include "holo/check.h"
#include "holo/device.h"

namespace level_test {

using namespace holo;

namespace {

bool yes() { return true; }
bool no() { return false; }

const CpuLevel three[] = {{"low", yes, cpu}, {"middle", yes, cpu}, {"high", no, cpu}};
const CpuLevel four[] = {
    {"low", yes, cpu}, {"middle", yes, cpu}, {"high", yes, cpu}, {"highest", no, cpu}};
const CpuLevel one[] = {{"", yes, cpu}};

std::string refusal(std::span<const CpuLevel> levels, const char* forced) {
  try {
    choose_level(levels, forced);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("levels: without a choice the last that runs here") {
  for (const char* none : {static_cast<const char*>(nullptr), ""}) {
    CHECK(choose_level(three, none).name == std::string("middle"));
    CHECK(choose_level(four, none).name == std::string("high"));
    CHECK(choose_level(one, none).name == std::string());
  }
}

TEST_CASE("levels: the one that is named") {
  CHECK(choose_level(three, "low").name == std::string("low"));
  CHECK(choose_level(three, "middle").name == std::string("middle"));
}

TEST_CASE("levels: a name that none has, or one that does not run here") {
  CHECK(refusal(three, "hi") == "HOLO_CPU_LEVEL: 'hi'; expected low or middle");
  CHECK(refusal(four, "LOW") == "HOLO_CPU_LEVEL: 'LOW'; expected low, middle or high");
  CHECK(refusal(three, "high") ==
        "HOLO_CPU_LEVEL: 'high', which this machine does not have; expected low or middle");
  CHECK(refusal(one, "low") ==
        "HOLO_CPU_LEVEL: 'low'; expected none, in a build with one level of kernels. "
        "Try: make ARCH= on x86-64, which has all levels");
}

TEST_CASE("levels: those of this build") {
  const std::span<const CpuLevel> levels = cpu_levels();
  REQUIRE(!levels.empty());
  CHECK(levels.front().runs());
  CHECK(level_of_cpu().runs());
  CHECK(&level_of_cpu().backend() == &cpu());
  CHECK(cpu_level() == level_of_cpu().name);
}

}  // namespace level_test
