// interval.h: the numbers that a flag takes.
#pragma once

#include <string>

namespace holo {

/// The numbers that a flag takes. Make one with a function below.
struct Interval {
  double low, high;
  bool low_excluded, high_excluded;
};

Interval above(double low);                   ///< low < x, finite
Interval at_least(double low);                ///< low <= x, finite
Interval between(double low, double high);    ///< low <= x <= high
Interval half_open(double low, double high);  ///< low <= x < high

bool contains(const Interval& interval, double x);

/// "from 0 to 1", "above 0"
std::string range_text(const Interval& interval);

}  // namespace holo
