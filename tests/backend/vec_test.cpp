// vec_test.cpp: parts of a Vec touch no memory outside; the sum across the lanes keeps its order.
// What the operators do is compared in twins_test.cpp, with edge values.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "backend/cpu/vec_loop.h"

namespace vec_test {
namespace {

using holo::real, holo::Vec;

constexpr real inf = std::numeric_limits<real>::infinity();
constexpr real not_a_number = std::numeric_limits<real>::quiet_NaN();
constexpr int width = Vec::width;

// Numbers of all kinds; any `width` of them in a row fill a Vec.
const std::vector<real> numbers = [] {
  std::vector<real> x = {0,    real(-0.0),   1,         -1,         inf,
                         -inf, not_a_number, real(0.1), real(-7.3), 1e30f};
  x.push_back(std::numeric_limits<real>::denorm_min());
  x.push_back(-std::numeric_limits<real>::max());
  for (int i = 0; i < 3 * width; ++i) x.push_back(std::sin(real(i)) * real(i));
  return x;
}();

// The same bits, or both NaN.
bool same(real a, real b) {
  return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b));
}

real lane(Vec x, int i) { return x.lanes[i]; }

}  // namespace

TEST_CASE("vec: a part reads and writes n numbers, and no byte besides") {
  for (int n = 1; n <= width; ++n) {
    CAPTURE(n);
    // A block of exactly n numbers: the address sanitizer sees each step outside.
    const std::vector<real> from(numbers.begin(), numbers.begin() + n);
    const Vec x = holo::load(from.data(), n, real(5)), zeros = holo::load(from.data(), n);
    for (int i = 0; i < width; ++i) {
      CHECK(same(lane(x, i), i < n ? numbers[static_cast<std::size_t>(i)] : real(5)));
      CHECK(same(lane(zeros, i), i < n ? numbers[static_cast<std::size_t>(i)] : real(0)));
    }
    std::vector<real> to(static_cast<std::size_t>(n));
    holo::store(to.data(), x, n);
    for (int i = 0; i < n; ++i) CHECK(same(to[static_cast<std::size_t>(i)], lane(x, i)));

    std::vector<real> guarded(3 * width, real(9));
    holo::store(guarded.data() + width, x, n);
    for (int i = 0; i < 3 * width; ++i) {
      const bool inside = i >= width && i < width + n;
      CHECK(same(guarded[static_cast<std::size_t>(i)], inside ? lane(x, i - width) : real(9)));
    }
  }
}

TEST_CASE("vec: sum adds by halves: lane i takes in lane i + width / 2, and so on") {
  for (std::size_t at = 0; at + width <= numbers.size(); ++at) {
    real x[width];
    std::memcpy(x, numbers.data() + at, sizeof x);
    const real ours = sum(holo::load(x));
    for (int half = width / 2; half > 0; half /= 2) {
      for (int i = 0; i < half; ++i) x[i] += x[i + half];
    }
    CHECK(same(ours, x[0]));
  }
}

}  // namespace vec_test
