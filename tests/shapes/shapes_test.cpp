// shapes_test.cpp: every op agrees with plain at random shapes: some tries of each, always the same
// ones. `make shapes` makes others for as long as it is told.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "shapes/compare.h"

namespace shapes_test {

using namespace shapes;
using holo::Device, holo::real, holo::Shape;
using registry::Drawn, registry::Result;

TEST_CASE("shapes: a comparison finds what differs, and says where") {
  const double unit = double(std::numeric_limits<real>::epsilon());
  const Drawn drawn{.sample = {"", {{Shape{2}, {0, 0}}}, {}}};
  const Result plain{Shape{2, 3}, {0, 0, 0, 0, 2, 0}, {{1, 1}}};
  Result got = plain;
  CHECK(compare(got, plain, drawn, "cpu").wrong.empty());
  got.y[5] = real(units * 2 * unit * 0.99);  // the largest number is 2
  CHECK(compare(got, plain, drawn, "cpu").wrong.empty());
  CHECK(compare(got, plain, drawn, "cpu").error == doctest::Approx(0.99 * units));
  got.y[5] = real(units * 2 * unit * 1.01);
  CHECK(compare(got, plain, drawn, "cpu").wrong.find("the result [1,2] is ") == 0);
  Drawn sum = drawn;
  sum.terms = 4;  // twice the error
  CHECK(compare(got, plain, sum, "cpu").wrong.empty());
  sum = drawn;
  sum.scale = 3;
  CHECK(compare(got, plain, sum, "cpu").wrong.empty());
  for (const real x : {real(NAN), real(INFINITY), real(1)}) {
    got = plain;
    got.gradients[0][1] = x;
    const bool same = x == 1;
    CHECK(compare(got, plain, drawn, "cpu").wrong.empty() == same);
    if (!same)
      CHECK(compare(got, plain, drawn, "cpu").wrong.find("the gradient of input 0 [1] is ") == 0);
    CHECK(compare(got, got, drawn, "cpu").wrong.empty());
  }
  got = plain;
  got.gradients[0].pop_back();
  CHECK(compare(got, plain, drawn, "cpu").wrong ==
        "the gradient of input 0 has 1 numbers on cpu and 2 on plain");
  got = plain;
  got.shape = Shape{3, 2};
  CHECK(compare(got, plain, drawn, "cpu").wrong == "the result is [3,2] on cpu and [2,3] on plain");
}

TEST_CASE("shapes: a try is the same each time, and others have other shapes") {
  CHECK(make_try(1, 5).to_string() == make_try(1, 5).to_string());
  CHECK(make_try(1, 5).to_string() != make_try(2, 5).to_string());
  CHECK(make_try(1, 5).op == make_try(2, 5).op);
}

// Two inputs may leave out a dimension of size 0, and so be larger than what they are parts of.
TEST_CASE("shapes: the gradient of a number that is repeated is a sum of as many terms") {
  int repeated = 0;
  std::uint64_t first = 0;
  while (make_try(1, first).op->name != "div") ++first;
  const std::uint64_t ops = registry::entries().size();
  for (std::uint64_t number = first; number < 2000 * ops; number += ops) {
    const Try one = make_try(1, number);
    REQUIRE(one.op->name == "div");
    const Shape &a = one.drawn.sample.inputs[0].shape, &b = one.drawn.sample.inputs[1].shape;
    if (a.numel() == 0 || b.numel() != 1 || a.numel() == 1) continue;
    ++repeated;
    CHECK(one.drawn.terms >= double(a.numel()));
  }
  CHECK(repeated > 10);
}

TEST_CASE("shapes: random ones see every kind of size") {
  std::uint64_t most_dims = 0, with_0 = 0, with_9 = 0, above_a_thread = 0;
  for (std::uint64_t number = 0; number < 2000; ++number) {
    for (const registry::Input& input : make_try(1, number).drawn.sample.inputs) {
      most_dims += input.shape.ndim() == holo::max_ndim;
      with_0 += input.shape.numel() == 0;
      above_a_thread += input.shape.numel() > 20'000;
      for (const holo::Index n : input.shape) with_9 += n == 9;
    }
  }
  CHECK(most_dims > 20);
  CHECK(with_0 > 20);
  CHECK(with_9 > 20);
  CHECK(above_a_thread > 20);
}

TEST_CASE("shapes: every op agrees with plain, at twelve samples of random shapes") {
  const std::uint64_t tries = 12 * registry::entries().size();
  for (std::uint64_t number = 0; number < tries; ++number) {
    const Try one = make_try(1, number);
    const Verdict verdict = attempt(one, Device::cpu);
    CHECK_MESSAGE(verdict.wrong.empty(), "try 1 ", number, ": ", one.to_string(), ": ",
                  verdict.wrong);
  }
}

}  // namespace shapes_test
