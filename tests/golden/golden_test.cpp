// golden_test.cpp: the engine computes what the golden files say: values, losses and gradients that
// PyTorch computed. And the judge itself sees what is wrong.
#include <doctest/doctest.h>

#include <limits>

#include "golden/expression.h"
#include "golden/layers.h"
#include "golden/run.h"
#include "golden/tensors.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/nn/linear.h"

using namespace golden;
using holo::Shape;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

Arrays arrays(std::vector<double> loss_or_output) {
  const Shape shape{static_cast<holo::Index>(loss_or_output.size())};
  return {{"c/out.y", {Type::f64, shape, loss_or_output}},
          {"c/loss", {Type::f64, {}, {loss_or_output[0]}}}};
}

Case case_with(const Arrays& f64, const Arrays& f32) {
  Case c;
  c.id += 'c';
  c.f64 = &f64;
  c.f32 = &f32;
  c.loss_abs_scale = 8;
  c.tolerances = parse_json(R"({"f64": {"rtol": 0.25, "atol": 0.5},
                                "f32": {"rtol": 0.25, "atol": 0.5, "grad": {"rtol": 0, "atol": 3}}})");
  return c;
}

bool accepts(const Arrays& want, const Shape& shape, std::vector<double> got) {
  const Case c = case_with(want, want);
  Judge judge(c);
  judge.check("out.y", shape, got);
  return judge.ok();
}

}  // namespace

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

TEST_CASE("golden: the criterion is atol + rtol of the largest number wanted, for each tensor") {
  const Arrays want = arrays({2, -6, 0});  // within 0.5 + 0.25 * 6
  CHECK(accepts(want, {3}, {2, -6, 0}));
  CHECK(accepts(want, {3}, {4, -6, 0}));
  CHECK(accepts(want, {3}, {2, -8, -2}));
  CHECK_FALSE(accepts(want, {3}, {2, -6, 2.001}));
  CHECK_FALSE(accepts(want, {3}, {4.001, -6, 0}));
  CHECK_FALSE(accepts(want, {3, 1}, {2, -6, 0}));
  CHECK_FALSE(accepts(want, {2}, {2, -6}));
  CHECK_FALSE(accepts(want, {3}, {2, -6, not_a_number}));
  CHECK_FALSE(accepts(want, {3}, {2, -6, std::numeric_limits<double>::infinity()}));
}

TEST_CASE("golden: a float engine is compared with the file of floats too") {
  const Arrays f64 = arrays({2}), f32 = arrays({9});
  const Case c = case_with(f64, f32);
  Judge judge(c);
  const double got = 2;
  judge.check("out.y", Shape{1}, std::span<const double>(&got, 1));
  CHECK(judge.ok() == (sizeof(holo::real) == 8));
  CHECK(judge.compared() == (sizeof(holo::real) == 8 ? 1 : 2));
}

TEST_CASE("golden: what meta.json says about a layer is compared, and an error must come") {
  const auto wrong = [](const char* config, const char* expect) {
    const std::string entry = R"({"id": "e", "layer": "GatedMLP", "config": )";
    return wrong_facts(parse_json(entry + config + R"(, "expect": )" + expect + "}"));
  };
  const char* const good = R"({"in_features": 3, "multiple_of": 4})";
  const char* const bad = R"({"in_features": 3, "multiple_of": 0})";
  using Texts = std::vector<std::string>;
  CHECK(wrong(good, R"({"hidden": 8, "params_nobias": 72, "params_bias": 91})").empty());
  CHECK(wrong(good, R"({"hidden": 9, "fc1_out": 16})") == Texts{"e: hidden is 8, expected 9"});
  CHECK(wrong(good, R"({"fc1_out": [16, 3]})") == Texts{"e: fc1_out is 16, expected 16 3"});
  CHECK(wrong(good, R"({"no": 1})") == Texts{"e: no is nothing, expected 1"});
  CHECK(wrong(good, R"({"error": true})") == Texts{"e: no error"});
  CHECK(wrong(bad, R"({"error": true})").empty());
  CHECK_THROWS_AS(wrong(bad, R"({"hidden": 8})"), holo::Error);
  CHECK_THROWS_AS(layer_named("Unknown"), Skip);
}

TEST_CASE("golden: a module has exactly the parameters of a case, by name") {
  holo::PythonRandom random(1);
  const holo::Linear layer(2, 1, random);
  const Arrays stored = {{"c/p.weight", {Type::f64, {1, 2}, {3, 4}}},
                         {"c/p.bias", {Type::f64, {1}, {5}}},
                         {"c/p.more", {Type::f64, {1}, {6}}}};
  Case c = case_with(stored, stored);
  Leaves leaves;
  c.params = {"bias", "weight"};
  load_parameters(c, layer, leaves);
  CHECK(layer.weight.to_vector() == std::vector<holo::real>{3, 4});
  CHECK(layer.bias.to_vector() == std::vector<holo::real>{5});
  REQUIRE(leaves.with_gradient.size() == 2);
  CHECK(leaves.with_gradient[0].gradient == "gp.weight");
  CHECK(&leaves.with_gradient[0].tensor.node() == &layer.weight.node());
  for (const std::vector<std::string>& names :
       std::vector<std::vector<std::string>>{{"bias"}, {}, {"bias", "weight", "more"}}) {
    c.params = names;
    CHECK_THROWS_AS(load_parameters(c, layer, leaves), holo::Error);
  }
  const Arrays another = {{"c/p.weight", {Type::f64, {2, 1}, {3, 4}}},
                          {"c/p.bias", {Type::f64, {1}, {5}}}};
  Case shape = case_with(another, another);
  shape.params = {"bias", "weight"};
  CHECK_THROWS_AS(load_parameters(shape, layer, leaves), holo::Error);
}
