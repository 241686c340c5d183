// normal_number.h: random numbers of the normal distribution, by the formula of Box and Muller. Tests are
// compiled without optimisation, where a std::normal_distribution takes most of the time of a test.
#pragma once

#include <cmath>
#include <random>

#include "holo/real.h"

namespace holo {

inline real normal_number(std::minstd_rand& bits) {
  const auto uniform = [&bits] { return double(bits()) / 2147483647; };  // above 0 and below 1
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return static_cast<real>(radius * std::cos(6.283185307179586 * uniform()));
}

}  // namespace holo
