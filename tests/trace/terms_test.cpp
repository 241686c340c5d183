// A number of a Tensor as a sum of terms: its brackets, and how the terms are found.
#include "trace/terms.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "holo/creation.h"
#include "holo/ops.h"
#include "holo/trace.h"
#include "text.h"
#include "trace/ask_stepper.h"
#include "trace/recorded.h"

namespace terms_test {

using namespace holo;

namespace {

// y = f(x) for x = 1 2 3, 4 5 6, and a backward from the sum of its squares.
TraceLog log_of(const std::function<Tensor(Tensor)>& f) {
  return recorded([&] {
    Tensor x = tensor({{1, 2, 3}, {4, 5, 6}}).set_label("x").set_requires_grad();
    Tensor y = f(x);
    y.set_label("y");
    sum(y * y).backward();
  });
}

}  // namespace

TEST_CASE(
    "stepper: a negative number is in brackets as a base, behind a sign and as a later term") {
  const auto log_of_power = [](double exponent) {
    return log_of([=](Tensor x) { return pow(neg(x).set_label("n"), exponent); });
  };
  CHECK(contains(session(log_of_power(2), "g end\np y[0][1]\n"), "data n[0][1]^2 = (-2)^2 = 4\n"));
  CHECK(contains(session(log_of_power(-1), "g end\nwhy n[0][1]\n"),
                 "grad y[0][1] * (-1) * n[0][1]^(-1 - 1) = -1 * (-1) * (-2)^(-1 - 1) = 0.25\n"));
  const TraceLog log = log_of([](Tensor x) {
    return matmul(neg(x).set_label("n"), ones({3, 2}).set_label("o"));
  });
  CHECK(contains(session(log, "g end\np y[0][0]\n"), "= -1 * 1 + (-2 * 1) + (-3 * 1) = -6\n"));
}

TEST_CASE("terms: a place is found without a walk through all points") {
  constexpr std::int64_t n = std::int64_t{1} << 20;
  TraceTerms terms;
  terms.loops = {n, n, n};
  terms.places = {{0, {n, 1, 0}}, {5, {0, -1, 1}}};
  std::vector<TraceTerms::At> found;
  terms.each({}, TraceTerms::of_result, 3 * n + 7, {true, false},
             [&](const TraceTerms::At& at) { found.push_back(at); });
  CHECK(found == std::vector<TraceTerms::At>{{3 * n + 7, -2}});
}

}  // namespace terms_test
