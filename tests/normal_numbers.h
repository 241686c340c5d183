// normal_numbers.h: normal random numbers, by Marsaglia's polar method: the same numbers as
// libstdc++'s. Without optimisation a std::normal_distribution would take most of the tests' time.
#pragma once

#include <cmath>
#include <random>

namespace holo {

class NormalNumbers {
 public:
  double operator()(std::minstd_rand& bits) {
    if (has_next_) {
      has_next_ = false;
      return next_;
    }
    double x, y, square;
    do {
      x = 2 * uniform(bits) - 1;
      y = 2 * uniform(bits) - 1;
      square = x * x + y * y;
    } while (square > 1 || square == 0);
    const double factor = std::sqrt(-2 * std::log(square) / square);
    next_ = x * factor;
    has_next_ = true;
    return y * factor;
  }

 private:
  /// A number in [0, 1) from two numbers from 1 to 2147483646.
  static double uniform(std::minstd_rand& bits) {
    constexpr double range = 2147483646;
    const double low = double(bits() - 1);
    return (low + double(bits() - 1) * range) / (range * range);
  }

  bool has_next_ = false;
  double next_ = 0;
};

}  // namespace holo
