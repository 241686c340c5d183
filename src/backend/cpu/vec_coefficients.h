// vec_coefficients.h: the polynomial coefficients of vec_math.h, for float and for double. Each
// polynomial minimises the largest error over its range (Remez exchange in 50 digits). Its
// coefficients were then rounded one at a time, from the constant on, and after each rounding the
// others were fitted again by least squares. A comment gives the largest error, relative to the
// function. Half a unit in the last place is 6e-8 in float and 1.1e-16 in double.
#pragma once

#include "holo/real.h"

namespace holo {

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

}  // namespace holo
