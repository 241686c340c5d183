// vec_math_test.cpp: exp, log, log1p, tanh and erfc of a Vec against the long double functions of
// the C library: at random numbers of every size, dense where the functions bend, and at the edges.
// sin, cos and pow are those of the C library.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "backend/cpu/vec_math.h"

namespace vec_math_test {
namespace {

using holo::real, holo::Vec;
using Wide = long double;
using Limits = std::numeric_limits<real>;
using Numbers = std::vector<real>;

constexpr bool in_float = sizeof(real) == 4;
constexpr real inf = Limits::infinity(), not_a_number = Limits::quiet_NaN();
constexpr real tiny = Limits::denorm_min(), least_normal = Limits::min(), most = Limits::max();
constexpr int width = Vec::width;

struct Function {
  std::string name;
  Vec (*ours)(Vec);
  Wide (*reference)(Wide);
  double ulps;         // allowed
  double first, last;  // where it bends
};

// Lambdas, since the names of <cmath> are overloaded.
const Function exp_{"exp",
                    holo::exp,
                    [](Wide x) { return std::exp(x); },
                    2,
                    in_float ? -105 : -750,
                    in_float ? 90 : 711};
const Function exp_of_negative_{"exp_of_negative",
                                [](Vec x) { return holo::exp_of_negative(-abs(x)); },
                                [](Wide x) { return std::exp(-std::fabs(x)); },
                                4,
                                in_float ? -105 : -750,
                                1};
const Function log_{"log", holo::log, [](Wide x) { return std::log(x); }, 2, 0, 4};
const Function log1p_{"log1p",
                      [](Vec x) { return holo::log1p(min(1, abs(x))); },
                      [](Wide x) { return std::log1p(std::fabs(x) > 1 ? 1 : std::fabs(x)); },
                      2,
                      0,
                      0.01};
const Function tanh_{"tanh", holo::tanh, [](Wide x) { return std::tanh(x); }, 2, -2, 2};
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
constexpr double erfc_ulps = 2;
#else
constexpr double erfc_ulps = in_float ? 2 : 2.5;
#endif
const Function erfc_{"erfc",    holo::erfc,         [](Wide x) { return std::erfc(x); },
                     erfc_ulps, in_float ? -4 : -6, in_float ? 10.3 : 27.5};

// The distance of ours from the reference in units of the last place that `real` has there.
double ulps(real ours, Wide reference) {
  if (std::isnan(reference)) return std::isnan(ours) ? 0 : inf;
  const real nearest = static_cast<real>(reference);
  if (ours == nearest) return 0;
  if (!std::isfinite(ours) || !std::isfinite(nearest)) return inf;
  int exponent = Limits::min_exponent;
  if (std::fabs(nearest) >= least_normal) std::frexp(nearest, &exponent);
  const Wide unit = std::ldexp(Wide(1), exponent - Limits::digits);
  return static_cast<double>(std::fabs(ours - reference) / unit);
}

// Where long double is no wider than real, it is off by a unit itself.
constexpr double slack = std::numeric_limits<Wide>::digits > Limits::digits ? 0 : 1;

void check(const Function& f, const Numbers& numbers) {
  double worst = 0;
  real at = 0;
  for (std::size_t i = 0; i < numbers.size(); i += width) {
    real x[width], y[width];
    for (std::size_t k = 0; k < width; ++k) x[k] = numbers[std::min(i + k, numbers.size() - 1)];
    holo::store(y, f.ours(holo::load(x)));
    for (int k = 0; k < width; ++k) {
      const double distance = ulps(y[k], f.reference(x[k]));
      if (distance > worst) {
        worst = distance;
        at = x[k];
      }
    }
  }
  CAPTURE(f.name);
  CAPTURE(at);
  CHECK(worst <= f.ulps + slack);
}

// Numbers of random bits: as many of each exponent, with infinities, NaN and denormals.
Numbers random_bits(int count) {
  std::mt19937_64 random(1);
  Numbers numbers;
  for (int i = 0; i < count; ++i) {
    const auto bits = static_cast<Vec::Word>(random());
    real x;
    std::memcpy(&x, &bits, sizeof x);
    numbers.push_back(x);
  }
  return numbers;
}

Numbers between(double first, double last, int count) {
  std::mt19937_64 random(2);
  Numbers numbers;
  for (int i = 0; i < count; ++i) {
    const double part = static_cast<double>(random() >> 11) * 0x1p-53;
    numbers.push_back(static_cast<real>(first + (last - first) * part));
  }
  return numbers;
}

// Zeros, the ends of the range, whole numbers and powers of two, each with its neighbours.
Numbers edges() {
  Numbers middle = {0, tiny, least_normal, most, real(0.1), real(0.5), real(0.70710678118654752)};
  for (int i = 1; i < 110; ++i) middle.push_back(static_cast<real>(i));
  for (const double x :
       {88.722839, 103.97, 87.33, 9.19, 10.06, 9.01, 709.78, 708.4, 745.13, 26.5, 27.2, 19.1}) {
    middle.push_back(static_cast<real>(x));
  }
  for (int e = Limits::min_exponent - Limits::digits; e < Limits::max_exponent; ++e) {
    middle.push_back(std::ldexp(real(1), e));
  }
  for (int k = 1; k < 130; ++k)
    middle.push_back(static_cast<real>((k + 0.5) * 0.34657359027997264));
  Numbers numbers = {inf, -inf, not_a_number, -not_a_number};
  for (const real x : middle) {
    for (const real y : {std::nextafter(x, -inf), x, std::nextafter(x, inf)}) {
      numbers.push_back(y);
      numbers.push_back(-y);
    }
  }
  return numbers;
}

// Equal bits, or both NaN.
bool same(real a, real b) {
  return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b));
}

}  // namespace

TEST_CASE(
    "vec math: exp, log, log1p, tanh and erfc are right to 2 units in the last place, and the fast "
    "one of exp to 4") {
  for (const Function& f : {exp_, exp_of_negative_, log_, log1p_, tanh_, erfc_}) {
    check(f, random_bits(100000));
    check(f, between(f.first, f.last, 100000));
    check(f, between(-1, 1, 100000));
    check(f, between(0.17, 0.35, 500000));  // tanh rounds most here
    check(f, edges());
  }
}

TEST_CASE("vec math: the bits of a result do not depend on its lane or on the other lanes") {
  const Numbers numbers = edges();
  for (const Function& f : {exp_, exp_of_negative_, log_, log1p_, tanh_, erfc_}) {
    CAPTURE(f.name);
    for (std::size_t i = 0; i + width <= numbers.size(); ++i) {
      const Vec mixed = f.ours(holo::load(numbers.data() + i));
      for (int k = 0; k < width; ++k) {
        const Vec alone = f.ours(numbers[i + static_cast<std::size_t>(k)]);
        if (!same(mixed.lanes[k], alone.lanes[0])) CHECK(mixed.lanes[k] == alone.lanes[0]);
      }
    }
  }
}

}  // namespace vec_math_test
