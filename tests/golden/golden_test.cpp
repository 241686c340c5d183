// golden_test.cpp: the engine computes what the golden files say: values, losses and gradients that
// PyTorch computed. And the judge of them sees what is wrong.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "golden/judge.h"
#include "golden/run.h"
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

TEST_CASE("golden: the judge allows atol + rtol of the largest number wanted, and no other shape") {
  const Arrays want = {{"c/y", {Type::f64, {3}, {2, -6, 0}}}};
  Case c;
  c.id += 'c';
  c.f64 = c.f32 = &want;
  c.tolerances =
      parse_json(R"({"f64": {"rtol": 0.25, "atol": 0.5}, "f32": {"rtol": 0.25, "atol": 0.5}})");
  const auto accepts = [&](const holo::Shape& shape, const std::vector<double>& got) {
    Judge judge(c);
    judge.check("y", shape, got);
    return judge.ok();
  };
  CHECK(accepts({3}, {4, -8, -2}));  // 0.5 + 0.25 * 6 from each
  CHECK_FALSE(accepts({3}, {2, -6, 2.001}));
  CHECK_FALSE(accepts({3}, {2, -6, NAN}));
  CHECK_FALSE(accepts({3, 1}, {2, -6, 0}));
}
