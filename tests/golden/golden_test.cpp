// golden_test.cpp: the engine computes what the golden files say: values, losses and gradients that
// PyTorch computed.
#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "golden/case.h"
#include "helpers.h"

using namespace golden;

TEST_CASE("golden: every case of the set, and of our own, or it is skipped with a reason") {
  const std::string all = directory_from_environment(), own = "tests/data/golden_own";
  const holo::Device usual = holo::default_device();
  for (const auto& where : {std::pair{all, usual}, {own, usual}, {own, holo::Device::plain}}) {
    const std::string& directory = where.first;
    CAPTURE(directory);
    const holo::OnDevice on(where.second);
    Set set;
    read_set(directory, set);
    const Report report = run_set(set);
    MESSAGE(directory, "\n", to_string(report));
    for (const std::string& failure : report.failures) FAIL_CHECK(failure);
    CHECK(report.failed == 0);
    CHECK(report.passed > 0);
    // Of the sets that are in the project nothing is left out.
    if (directory.rfind("tests/data/", 0) == 0) CHECK(report.skipped == 0);
    CHECK(report.passed + report.failed + report.skipped == static_cast<int>(set.cases.size()));
  }
}
