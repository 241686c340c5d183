// vec_math.h: exp, log, log1p, tanh and erfc of each lane of a Vec, and sin, cos and pow. The first
// five are correct to 2 units in the last place over the whole range (exp_of_negative: 4; erfc of
// doubles without a fused multiply-add: 2.5). Subnormal results are not flushed to 0. Infinities
// and NaN give the results of <cmath>. No lane depends on another lane. holo/math.h builds the
// formulas of networks from these functions.
#pragma once

#include <cmath>
#include <limits>

#include "backend/cpu/vec.h"

namespace holo {

// ---- the coefficients of the polynomials, for float and for double ----
//
// Each polynomial minimises the largest error over its range (Remez exchange in 50 digits). Its
// coefficients were then rounded one at a time, from the constant on, and after each rounding the
// others were fitted again by least squares. A comment gives the largest error, relative to the
// function. Half a unit in the last place is 6e-8 in float and 1.1e-16 in double.

template <class T>
struct Coefficients;

template <>
struct Coefficients<float> {
  static constexpr int bits = 32, mantissa_bits = 23, bias = 127;  // of a stored number
  static constexpr float step = 0x1p-64F;  // square root of the smallest number
  // log(2) in two parts. The first part has few digits, so that k times this part is exact.
  static constexpr float log2_high = 0.693145751953125F, log2_low = 1.42860677e-6F;

  // From these x on, exp is inf, exp is 0, tanh is 1, erfc is 0.
  static constexpr float exp_inf = 89, exp_0 = -105, tanh_1 = 10, erfc_0 = 10.2F;

  // (e^r - 1 - r) / r^2, |r| <= log(2) / 2: error 1.4e-8 of e^r - 1
  static constexpr float exp[] = {0.5F, 0.166665405F, 0.0416664779F, 0.00836682878F,
                                  0.00139336998F};
  // (log((1 + s) / (1 - s)) / s - 2) / s^2 as a polynomial in s^2 <= 0.0295: error 8e-10 of log
  static constexpr float log[] = {0.666667759F, 0.399775863F, 0.298707068F};
  // (x + c) e^(x^2) erfc(x) as a polynomial in (x - c) / (x + c), 0 <= x <= erfc_0: error 9e-9. The
  // first coefficient is erfc_first.
  static constexpr float erfc_center = 1, erfc_first = 0.85516715F;
  static constexpr float erfc_rest[] = {-0.237680823F,   -0.0955564827F,  0.0139062377F,
                                        0.0253969431F,   0.00957000256F,  -0.00122935802F,
                                        -0.00376442447F, -0.00234250003F, -0.000347012363F,
                                        0.000575415732F, 0.000416642084F, 8.94537588e-5F};
  // Adding a rounder removes all digits below 2^-8, so erfc_0 keeps 12 digits; for a quotient it
  // removes digits below 2^-13.
  static constexpr float erfc_rounder = 0x1.8p15F, erfc_quotient_rounder = 0x1.8p10F;
};

template <>
struct Coefficients<double> {
  static constexpr int bits = 64, mantissa_bits = 52, bias = 1023;
  static constexpr double step = 0x1p-512;
  static constexpr double log2_high = 0.69314718055966295651, log2_low = 2.8235290563031577e-13;

  static constexpr double exp_inf = 710, exp_0 = -746, tanh_1 = 20, erfc_0 = 27.3;

  // error 2.8e-19 of e^r - 1
  static constexpr double exp[] = {0.5,
                                   0.16666666666666677,
                                   0.041666666666666678,
                                   0.0083333333333214417,
                                   0.0013888888888877445,
                                   0.00019841269886569711,
                                   2.4801587340616659e-5,
                                   2.7557243786325031e-6,
                                   2.7557259207119492e-7,
                                   2.5109178625422834e-8,
                                   2.0919500284946474e-9};
  // error 1.2e-18 of log
  static constexpr double log[] = {0.6666666666666734,  0.39999999999416913, 0.28571428741944216,
                                   0.22222198614411262, 0.18183562370812292, 0.15314096354946566,
                                   0.14795529640503849};
  // error 1.7e-17
  static constexpr double erfc_center = 2, erfc_first = 1.021582705242023;
  static constexpr double erfc_rest[] = {
      -0.68716068441381062,    0.27947209255604855,     -0.036442231506874201,
      -0.02151066188911065,    0.0064791850674992737,   0.0030906120502863614,
      -0.00083729605742024408, -0.00066307339582591146, 3.4371380163567117e-5,
      0.00014446994547452499,  3.4149257589623894e-5,   -2.1692402878940622e-5,
      -1.6122336937495661e-5,  -1.137929873292476e-6,   3.6471858675652599e-6,
      2.0299054547065427e-6,   -2.5029309005274187e-9,  -6.1536114969131945e-7,
      -3.2229741711024411e-7,  4.4007233902123616e-8,   1.1320510034903681e-7,
      2.5165607284775652e-8,   -1.5207048276970245e-8,  -6.1195083323898037e-9};
  static constexpr double erfc_rounder = 0x1.8p31, erfc_quotient_rounder = 0x1.8p25;
};

// ---- the functions ----

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
