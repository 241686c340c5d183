// tall_columns_values_test.cpp: softmax, log_softmax and logsumexp over columns that no cache holds
// are their formulas, whatever the columns look like: the sums of their parts have different
// shifts.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/vec_stream.h"
#include "backend/scratch.h"
#include "holo/creation.h"
#include "holo/random.h"

namespace tall_columns_values_test {
namespace {

using namespace holo;
using Reals = std::vector<real>;
using Column = std::function<double(Index i, Index k)>;  // element i of column k

constexpr double inf = std::numeric_limits<double>::infinity(), not_a_number = NAN;
constexpr double epsilon = static_cast<double>(std::numeric_limits<real>::epsilon());
constexpr double least = static_cast<double>(std::numeric_limits<real>::denorm_min());
// Parts of 64 rows and one of 6; the last register of a row is not full.
constexpr Axis axis = {1, 1030, 300};
constexpr Index elements = axis.n * axis.inner;

struct Kind {
  std::string name;
  Column x;
};

double noise(Index i, Index k) {
  return CounterRandom(5).uniform(static_cast<std::uint64_t>(i * axis.inner + k)) * 8 - 4;
}

const Kind kinds[] = {
    {"near", noise},
    {"equal and large", [](Index, Index k) { return 1e4 + static_cast<double>(k); }},
    {"rising", [](Index i, Index k) { return 0.1 * static_cast<double>(i) + noise(i, k); }},
    {"falling", [](Index i, Index k) { return 200 - 0.1 * static_cast<double>(i) + noise(i, k); }},
    {"rising fast", [](Index i, Index k) { return 3 * static_cast<double>(i) + noise(i, k); }},
    {"a step up", [](Index i, Index) { return i < 640 ? 0.0 : 70.0; }},
    {"a step down", [](Index i, Index) { return i < 640 ? 70.0 : 0.0; }},
    {"first row low", [](Index i, Index k) { return i % 64 == 0 ? -1000.0 : noise(i, k); }},
    {"first row high", [](Index i, Index k) { return i % 64 == 0 ? 43.0 : noise(i, k); }},
    {"rows above the first", [](Index i, Index) { return i % 64 == 0 ? 0.0 : 43.9; }},
    {"small", [](Index i, Index) { return i == 100 ? 0.0 : -100.0; }},
    {"very large", [](Index i, Index) { return i % 3 == 0 ? 1e30 : -1e30; }},
    {"-inf first", [](Index i, Index k) { return i < 128 ? -inf : noise(i, k); }},
    {"-inf last", [](Index i, Index k) { return i >= 900 ? -inf : noise(i, k) - 300; }},
    {"-inf between", [](Index i, Index k) { return i % 5 == 0 ? -inf : noise(i, k); }},
    {"-inf", [](Index, Index) { return -inf; }},
    {"+inf", [](Index i, Index k) { return i == 700 ? inf : noise(i, k); }},
    {"+inf first", [](Index i, Index k) { return i == 0 ? inf : noise(i, k); }},
    {"NaN", [](Index i, Index k) { return i == 700 ? not_a_number : noise(i, k); }},
    {"NaN first", [](Index i, Index k) { return i == 0 ? not_a_number : noise(i, k); }},
    {"NaN and +inf",
     [](Index i, Index k) { return i == 3    ? not_a_number
                                   : i == 90 ? inf
                                             : noise(i, k); }},
    {"NaN and -inf", [](Index i, Index) { return i == 3 ? not_a_number : -inf; }},
};

Reals filled(const Column& column) {
  Reals x(static_cast<std::size_t>(elements));
  for (Index i = 0; i < axis.n; ++i) {
    for (Index k = 0; k < axis.inner; ++k) {
      x[static_cast<std::size_t>(i * axis.inner + k)] = static_cast<real>(column(i, k));
    }
  }
  return x;
}

using Wide = long double;  // with more digits than any real

// The parts are put together in double, which rounds nothing of floats.
constexpr Wide most = sizeof(real) == sizeof(float) ? 1 : 3;

struct Worst {
  Wide error = 0;  // of the allowed one
  Index at = 0;
  Wide got = 0, want = 0;

  void see(Wide g, Wide w, Wide allowed, Index i) {
    if (g == w || (std::isnan(g) && std::isnan(w))) return;
    const Wide ratio = std::fabs(g - w) / allowed;
    if (ratio <= error) return;  // NaN is not
    *this = {std::isnan(ratio) ? inf : ratio, i, g, w};
  }
};

// Of one x: the largest as in the plain kernels, and the formulas.
void check(const Reals& x) {
  Reals y(x.size()), log_y(x.size()), dx(x.size(), 1), sums(static_cast<std::size_t>(axis.inner));
  Reals dy(sums.size());
  for (std::size_t k = 0; k < dy.size(); ++k) dy[k] = static_cast<real>(k % 3) - real(0.5);
  cpu().softmax(y.data(), x.data(), axis);
  cpu().log_softmax(log_y.data(), x.data(), axis);
  cpu().logsumexp(sums.data(), x.data(), axis);
  cpu().logsumexp_backward({dx.data(), false}, dy.data(), x.data(), sums.data(), axis);
  Worst softmax, log_softmax, logsumexp, gradient;
  std::vector<Wide> terms(static_cast<std::size_t>(axis.n));  // e^(x - shift) of a column
  for (Index k = 0; k < axis.inner; ++k) {
    const auto at = [&](Index i) { return static_cast<std::size_t>(i * axis.inner + k); };
    Wide top = -inf, total = 0;
    for (Index i = 0; i < axis.n; ++i) top = std::fmax(top, Wide{x[at(i)]});
    const Wide shift = std::isfinite(top) ? top : 0;
    for (Index i = 0; i < axis.n; ++i) {
      total += terms[static_cast<std::size_t>(i)] = std::exp(x[at(i)] - shift);
    }
    const Wide sum = top + std::log(total), d = dy[static_cast<std::size_t>(k)];
    logsumexp.see(sums[static_cast<std::size_t>(k)], sum, epsilon * (2 + std::fabs(sum)), k);
    const Wide in_sum = std::isfinite(top) ? total : not_a_number;  // no share of an infinite sum
    for (Index i = 0; i < axis.n; ++i) {
      const Wide below = x[at(i)] - top, p = terms[static_cast<std::size_t>(i)] / in_sum;
      const Wide of_p = p * epsilon * (8 + std::fabs(below)) + least;
      softmax.see(y[at(i)], p, of_p, i);
      const Wide log_p = below - std::log(in_sum);
      log_softmax.see(log_y[at(i)], log_p, epsilon * (4 + 2 * std::fabs(log_p)), i);
      const Wide share = std::isfinite(sum) ? p : std::exp(x[at(i)] - sum);
      gradient.see(dx[at(i)], 1 + d * share, of_p + epsilon, i);
    }
  }
  const auto report = [](const std::string& what, const Worst& worst) {
    CHECK_MESSAGE(worst.error <= most, what, " ", worst.at, ": ", worst.got, ", expected ",
                  worst.want, ", error ", worst.error, " of the allowed one");
  };
  report("softmax", softmax);
  report("log_softmax", log_softmax);
  report("logsumexp", logsumexp);
  report("logsumexp, gradient", gradient);
}

}  // namespace

TEST_CASE("tall columns: softmax, log_softmax, logsumexp of columns of every kind") {
  for (const Kind& kind : kinds) {
    CAPTURE(kind.name);
    check(filled(kind.x));
  }
}

TEST_CASE("tall columns: the variance of columns of every kind") {
  const Kind spread[] = {
      {"large mean", [](Index i, Index k) { return 1e4 + noise(i, k); }},
      {"parts apart",
       [](Index i, Index k) { return 1e3 * static_cast<double>(i / 64) + noise(i, k); }},
      {"first rows apart", [](Index i, Index k) { return (i % 64 < 8 ? 1e3 : 0.0) + noise(i, k); }},
      {"first row apart", [](Index i, Index k) { return (i == 0 ? 1e6 : 0.0) + noise(i, k); }},
      {"one that counts", [](Index i, Index) { return i == 1029 ? 1.0 : 0.0; }},
      {"equal", [](Index, Index k) { return 0.1 * static_cast<double>(k); }},
      {"NaN", [](Index i, Index k) { return i == 700 ? not_a_number : noise(i, k); }},
      {"+inf", [](Index i, Index k) { return i == 700 ? inf : noise(i, k); }},
  };
  for (const Kind& kind : spread) {
    CAPTURE(kind.name);
    const Reals x = filled(kind.x);
    Reals y(static_cast<std::size_t>(axis.inner));
    cpu().var(y.data(), x.data(), axis, 1);
    for (Index k = 0; k < axis.inner; ++k) {
      double mean = 0, squares = 0;
      const auto at = [&](Index i) { return static_cast<std::size_t>(i * axis.inner + k); };
      for (Index i = 0; i < axis.n; ++i) mean += x[at(i)] / static_cast<double>(axis.n);
      for (Index i = 0; i < axis.n; ++i) squares += (x[at(i)] - mean) * (x[at(i)] - mean);
      const double want = squares / (static_cast<double>(axis.n) - 1);
      const double got = y[static_cast<std::size_t>(k)];
      CAPTURE(k);
      if (std::isnan(want)) {
        CHECK(std::isnan(got));
      } else if (kind.name == "equal") {
        CHECK(got == 0);
      } else {
        CHECK(std::fabs(got - want) <= 16 * epsilon * want);
      }
    }
  }
}

TEST_CASE("tall columns: a large result is the same where it is streamed") {
  const Axis large = {1, 8200, 1024};
  const Index n = large.n * large.inner;
  const auto size = static_cast<std::size_t>(n);
  const Tensor x = uniform({n}, CounterRandom(6), -4, 4), sums = uniform({1024}, CounterRandom(7));
  const Scratch streamed(n);  // begins at a multiple of Vec::bytes
  Reals stored(size + 1);
  real* const odd = stored.data() + (streams(stored.data(), large.n, large.inner) ? 1 : 0);
  REQUIRE(streams(streamed.data(), large.n, large.inner));
  REQUIRE_FALSE(streams(odd, large.n, large.inner));
  const auto check = [&](const char* name, auto kernel) {
    CAPTURE(name);
    std::fill(streamed.data(), streamed.data() + n, real(NAN));
    kernel(streamed.data());
    kernel(odd);
    CHECK(std::memcmp(streamed.data(), odd, size * sizeof(real)) == 0);
  };
  check("softmax", [&](real* to) { cpu().softmax(to, x.data(), large); });
  check("log_softmax", [&](real* to) { cpu().log_softmax(to, x.data(), large); });
  check("logsumexp_backward", [&](real* to) {
    cpu().logsumexp_backward({to, true}, sums.data(), x.data(), sums.data(), large);
  });
  check("var_backward", [&](real* to) {
    cpu().var_backward({to, true}, sums.data(), x.data(), large, 1);
  });
  check("var_backward of all", [&](real* to) {
    cpu().var_backward({to, true}, sums.data(), x.data(), {1, n, 1}, 1);
  });
  CHECK_FALSE(streams(streamed.data(), large.n, large.inner + 1));
  CHECK_FALSE(streams(streamed.data(), 100, large.inner));
}

TEST_CASE("tall columns: of every kind side by side") {
  check(filled([](Index i, Index k) {
    return kinds[static_cast<std::size_t>(k) % std::size(kinds)].x(i, k);
  }));
}

}  // namespace tall_columns_values_test
