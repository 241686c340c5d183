// golden_test.cpp: the engine computes what the golden files say: values, losses and gradients that
// PyTorch computed.
#include <doctest/doctest.h>

#include <string>

#include "golden/run.h"

using namespace golden;

TEST_CASE("golden: every case of the set, and of our own, or it is skipped with a reason") {
  for (const std::string& directory :
       {directory_from_environment(), std::string("tests/data/golden_own")}) {
    CAPTURE(directory);
    Set set;
    read_set(directory, set);
    const Report report = run_set(set);
    MESSAGE(directory, "\n", to_string(report));
    for (const std::string& failure : report.failures) FAIL_CHECK(failure);
    CHECK(report.failed == 0);
    CHECK(report.passed > 0);
    // Of the sets that are in the project nothing is left out.
    if (directory.rfind("tests/data/", 0) == 0) CHECK(report.skipped == 0);
    CHECK(report.passed + report.failed + report.skipped ==
          static_cast<int>(set.cases.size() + set.meta.size()));
  }
}
