// plot_axis.h: where numbers lie along the side of a plot, and which of them are written there.
#pragma once

#include <string>
#include <vector>

namespace holo {

struct Tick {
  double value;
  std::string label;
};

/// At most eleven numbers in [low, high], evenly apart by 1, 2 or 5 times a power of ten, with the
/// digits that tell them apart. REQUIRES: low < high, further apart than 1e-9 of the larger.
std::vector<Tick> ticks(double low, double high);

/// On a logarithmic scale: powers of ten, with 2 and 5 between them where there is room.
/// REQUIRES: as ticks(), and low > 0.
std::vector<Tick> log_ticks(double low, double high);

/// One side of a plot: takes the numbers first, then tells for each how far along it lies.
class PlotAxis {
 public:
  explicit PlotAxis(bool logarithmic = false) : log_(logarithmic) {}

  /// Can x be shown? Not when it is NaN, beyond 1e300, or below 1e-300 on a logarithmic axis.
  bool shows(double x) const;
  /// Makes room for x, if it can be shown.
  void take(double x);
  /// 0 at the low end, 1 at the high one: the numbers taken, with a little room around them, or
  /// around 0 (logarithmic: 1) when there are none. REQUIRES: shows(x).
  double place(double x) const;
  /// The ends of the axis.
  double low() const;
  double high() const;
  std::vector<Tick> marks() const { return log_ ? log_ticks(low(), high()) : ticks(low(), high()); }

 private:
  struct Ends {
    double low, high;  // of x, or of its logarithm
  };
  Ends ends() const;
  double scaled(double x) const;

  bool log_, empty_ = true;
  double low_ = 0, high_ = 0;
};

}  // namespace holo
