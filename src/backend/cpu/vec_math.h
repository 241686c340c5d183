// vec_math.h: exp, log, log1p, tanh and erfc of each lane of a Vec, and sin, cos and pow. The first
// five are correct to 2 units in the last place over the whole range (exp_of_negative: 4; erfc of
// doubles without a fused multiply-add: 2.5). Subnormal results are not flushed to 0. Infinities
// and NaN give the results of <cmath>. No lane depends on another lane. holo/math.h builds the
// formulas of networks from these functions.
#pragma once

#include <cmath>
#include <limits>

#include "backend/cpu/vec.h"
#include "backend/cpu/vec_coefficients.h"

namespace holo {
inline namespace HOLO_VEC_NAMESPACE {

/// c[0] + c[1] x + c[2] x^2 + ..., by Horner's rule
template <int n>
Vec polynomial(Vec x, const real (&c)[n]) {
  Vec sum = c[n - 1];
  for (int i = n - 2; i >= 0; --i) sum = sum * x + c[i];
  return sum;
}

/// x = k log(2) + rest with k whole and |rest| <= log(2) / 2, so that e^x = 2^k e^rest: Cody &
/// Waite, Software Manual for the Elementary Functions, 1980, chapter 6.
class ExpParts {
 public:
  /// `about` is x, accurate enough to choose k.
  ExpParts(Vec x, Vec about) : rounded_(about * 1.4426950408889634 + rounder) {  // 1 / log(2)
    const Vec k = rounded_ - rounder;
    const Vec exact = x - k * C::log2_high;
    rest = exact - k * C::log2_low;
    lost = (exact - rest) - k * C::log2_low;
  }

  Vec rest, lost;  // lost: the rounding error in rest

  /// 2^k. REQUIRES: it is a normal number.
  Vec power() const { return power_times(1); }

  /// y 2^k. The result may overflow or be subnormal, where it must be rounded only once. So the
  /// multiplication takes two steps, and the first step never leaves the normal numbers.
  Vec times_power(Vec y) const {
    const Mask shrinks = rounded_ < rounder;
    return y * power_times(select(shrinks, 1 / C::step, C::step)) *
           select(shrinks, C::step, 1 / C::step);
  }

 private:
  using C = Coefficients<real>;
  // Adding it rounds to a whole number, which is then in the lowest bits.
  static constexpr real rounder = static_cast<real>(3LL << (C::mantissa_bits - 1));

  Vec power_times(Vec factor) const {
    return from_bits((bits(rounded_) << C::mantissa_bits) + bits(factor));
  }

  Vec rounded_;  // k + rounder
};

/// e^r - 1 - r for |r| <= log(2) / 2
inline Vec exp_tail(Vec r) { return r * r * polynomial(r, Coefficients<real>::exp); }

/// e^x
inline Vec exp(Vec x) {
  using C = Coefficients<real>;
  const Vec z = min(C::exp_inf, max(C::exp_0, x));  // a NaN stays
  const ExpParts parts(z, z);
  return parts.times_power(1 + (parts.rest + exp_tail(parts.rest)));
}

/// e^x for x <= 0, faster than exp(): the square of a normal number. Correct to 4 last units.
inline Vec exp_of_negative(Vec x) {
  const Vec half = 0.5 * max(Coefficients<real>::exp_0, x);  // a NaN stays
  const ExpParts parts(half, half);
  const Vec root = (1 + (parts.rest + exp_tail(parts.rest))) * parts.power();
  return root * root;
}

/// tanh(x) = e / (e + 2) with e = e^2x - 1. The form e/2 - e/2 e/(e + 2) rounds less for small e.
inline Vec tanh(Vec x) {
  const Vec z = 2 * min(Coefficients<real>::tanh_1, abs(x));
  const ExpParts parts(z, z);
  const Vec power = parts.power();
  const Vec e = power * (parts.rest + (exp_tail(parts.rest) + parts.lost)) + (power - 1);
  const Vec y = e / (e + 2), half = e * 0.5;
  return copysign(select(e < 1, half - half * y, y), x);
}

/// x without the digits that x + rounder cannot hold
inline Vec coarse(Vec x, real rounder) { return (x + rounder) - rounder; }

/// erfc(x) = 1 - erf(x), the complementary error function; erfc(-x) = 2 - erfc(x). For z = |x|
///
///   erfc(z) = e^(-z^2) f(z),   f(z) = polynomial(q) / (z + c),   q = (z - c) / (z + c)
///
/// after Shepherd & Laframboise 1981 (Math. Comp. 36, 249). z = h + l, where h has so few digits
/// that h^2 and h + c are exact. A Taylor series leads from f(h) to f(z): f' = 2 h f - 2/sqrt(pi),
/// f'' = 2 f + 2 h f'. The rounding errors of the large terms are added to the small terms, *_low.
inline Vec erfc(Vec x) {
  using C = Coefficients<real>;
  const Vec z = min(C::erfc_0, abs(x));
  const Vec h = coarse(z, C::erfc_rounder), l = z - h;

  // f(h) = f + f_low
  const Vec divisor = h + C::erfc_center, inverse = 1 / divisor;
  const Vec q = (h - C::erfc_center) / divisor;
  const Vec rest = q * polynomial(q, C::erfc_rest);
  const Vec top = C::erfc_first + rest, top_low = (C::erfc_first - top) + rest;
  const Vec f = coarse(top * inverse, C::erfc_quotient_rounder);
  const Vec f_low = ((top - f * divisor) + top_low) * inverse;

  // f(z) = f + change
  const Vec slope = 2 * h * (f + f_low) - 1.1283791670955126;  // 2 / sqrt(pi)
  const Vec change = f_low + l * (slope + l * (f + h * slope));

  // e^(-z^2) = 2^k (1 + large + small)
  const ExpParts parts(-h * h, -z * z);
  const Vec large = parts.rest;
  const Vec correction = parts.lost - l * (h + z);
  const Vec small = correction + exp_tail(large + correction);

  const Vec y = parts.times_power(f + ((f + change) * large + ((f + change) * small + change)));
  return select(x < 0, 2 - y, y);
}

/// The natural logarithm. x = 2^k m with sqrt(1/2) <= m < sqrt(2); with f = m - 1, s = f / (f + 2)
/// log(m) = log((1 + s) / (1 - s)) = 2 s + s^3 (2/3 + 2/5 s^2 + ...), where 2 s = f - s f.
inline Vec log(Vec x) {
  using C = Coefficients<real>;
  using Limits = std::numeric_limits<real>;
  const Mask tiny = x < Limits::min();  // subnormal
  const Vec normal = select(tiny, x * static_cast<real>(1LL << C::mantissa_bits), x);

  // Counted from the bits of sqrt(1/2), the exponent field is k + bias and the other bits are m.
  const Vec::Bits root = bits(Vec(0.70710678118654752));
  const Vec::Bits from_root = bits(normal) - root + bits(Vec(1));
  constexpr int above = C::bits - C::mantissa_bits;
  const Vec m = from_bits((from_root << above >> above) + root);
  const Vec whole = static_cast<real>(1LL << C::mantissa_bits);  // its lowest bits count from 0
  const Vec k = from_bits(bits(whole) + (from_root >> C::mantissa_bits)) - (whole + C::bias) -
                select(tiny, C::mantissa_bits, 0);

  const Vec f = m - 1, s = f / (f + 2), s2 = s * s;
  const Vec y = k * C::log2_high + (f - (s * (f - s2 * polynomial(s2, C::log)) - k * C::log2_low));
  const Vec edge = select(x == 0, -Limits::infinity(), select(x < 0, Limits::quiet_NaN(), x));
  return select(x > 0 && x < Limits::infinity(), y, edge);
}

/// log(1 + x) for 0 <= x <= 1. It corrects for the rounding error of 1 + x.
inline Vec log1p(Vec x) {
  const Vec u = 1 + x;
  return log(u) + (x - (u - 1)) / u;
}

// ---- from the C library, lane by lane ----

/// sin(x), x in radians
inline Vec sin(Vec x) {
  for (int i = 0; i < Vec::width; ++i) x.lanes[i] = std::sin(x.lanes[i]);
  return x;
}

/// cos(x), x in radians
inline Vec cos(Vec x) {
  for (int i = 0; i < Vec::width; ++i) x.lanes[i] = std::cos(x.lanes[i]);
  return x;
}

/// x^p
inline Vec pow(Vec x, Vec p) {
  for (int i = 0; i < Vec::width; ++i) x.lanes[i] = std::pow(x.lanes[i], p.lanes[i]);
  return x;
}

}  // namespace HOLO_VEC_NAMESPACE
}  // namespace holo
