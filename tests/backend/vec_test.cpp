// vec_test.cpp: a Vec does to each lane what the operator does to a number, bit for bit; parts of a
// Vec touch no memory outside; the sum across the lanes keeps its order.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "backend/cpu/vec_loop.h"

namespace vec_test {
namespace {

using holo::Mask, holo::real, holo::Vec;

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

// of_vec against of_number, over all pairs of numbers.
template <class OfVec, class OfNumber>
void check(OfVec of_vec, OfNumber of_number) {
  for (std::size_t shift = 0; shift < numbers.size(); ++shift) {
    for (std::size_t i = 0; i + width <= numbers.size(); ++i) {
      real a[width], b[width];
      for (std::size_t k = 0; k < width; ++k) {
        a[k] = numbers[i + k];
        b[k] = numbers[(i + k + shift) % numbers.size()];
      }
      const Vec y = of_vec(holo::load(a), holo::load(b));
      for (int k = 0; k < width; ++k) {
        const real x = of_number(a[k], b[k]);
        if (!same(lane(y, k), x)) {
          CAPTURE(a[k]);
          CAPTURE(b[k]);
          CHECK(lane(y, k) == x);
          return;
        }
      }
    }
  }
  CHECK(true);
}

Vec number_of(Mask mask) { return holo::select(mask, Vec(1), Vec(0)); }

}  // namespace

TEST_CASE("vec: the operators are those of a number, lane by lane") {
  check([](Vec a, Vec b) { return a + b; }, [](real a, real b) { return a + b; });
  check([](Vec a, Vec b) { return a - b; }, [](real a, real b) { return a - b; });
  check([](Vec a, Vec b) { return a * b; }, [](real a, real b) { return a * b; });
  check([](Vec a, Vec b) { return a / b; }, [](real a, real b) { return a / b; });
  check([](Vec a, Vec) { return -a; }, [](real a, real) { return -a; });
  check([](Vec a, Vec b) { return a += b; }, [](real a, real b) { return a + b; });
  check([](Vec a, Vec b) { return a -= b; }, [](real a, real b) { return a - b; });
  check([](Vec a, Vec b) { return a *= b; }, [](real a, real b) { return a * b; });
  check([](Vec a, Vec b) { return a /= b; }, [](real a, real b) { return a / b; });
}

TEST_CASE("vec: comparisons and select, also with NaN and with zeros of both signs") {
  check([](Vec a, Vec b) { return number_of(a < b); }, [](real a, real b) { return real(a < b); });
  check([](Vec a, Vec b) { return number_of(a > b); }, [](real a, real b) { return real(a > b); });
  check([](Vec a, Vec b) { return number_of(a <= b); },
        [](real a, real b) { return real(a <= b); });
  check([](Vec a, Vec b) { return number_of(a >= b); },
        [](real a, real b) { return real(a >= b); });
  check([](Vec a, Vec b) { return number_of(a == b); },
        [](real a, real b) { return real(a == b); });
  check([](Vec a, Vec b) { return number_of(a != b); },
        [](real a, real b) { return real(a != b); });
  check([](Vec a, Vec b) { return number_of(!(a < b)); },
        [](real a, real b) { return real(!(a < b)); });
  check([](Vec a, Vec b) { return number_of(a < b && a > 0); },
        [](real a, real b) { return real(a < b && a > 0); });
  check([](Vec a, Vec b) { return number_of(a < b || a > 0); },
        [](real a, real b) { return real(a < b || a > 0); });
  check([](Vec a, Vec b) { return select(a < b, a, b); },
        [](real a, real b) { return a < b ? a : b; });
}

TEST_CASE("vec: max, min, abs, sqrt and copysign") {
  check([](Vec a, Vec b) { return max(a, b); }, [](real a, real b) { return a > b ? a : b; });
  check([](Vec a, Vec b) { return min(a, b); }, [](real a, real b) { return a < b ? a : b; });
  check([](Vec a, Vec) { return abs(a); }, [](real a, real) { return std::fabs(a); });
  check([](Vec a, Vec) { return sqrt(a); }, [](real a, real) { return std::sqrt(a); });
  check([](Vec a, Vec b) { return copysign(a, b); },
        [](real a, real b) { return std::copysign(a, b); });
}

TEST_CASE("vec: a number stands for all lanes, and a literal of any type is rounded once") {
  check([](Vec a, Vec) { return 1 / (2 * a - 0.1); },
        [](real a, real) { return 1 / (2 * a - real(0.1)); });
  for (int i = 0; i < width; ++i) {
    CHECK(same(lane(Vec(-0.0), i), real(-0.0)));
    CHECK(same(lane(Vec(0.1), i), real(0.1)));
    CHECK(same(lane(Vec(7), i), real(7)));
    CHECK(same(lane(Vec(inf), i), inf));
  }
}

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
