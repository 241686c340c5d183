// mean_loss.h: the loss of a training, as means over 500 steps: that of one document says little.
#pragma once

#include <fmt/format.h>

#include <cstdint>

namespace holo {

/// Prints a line every 500 steps, unless it is quiet.
class MeanLoss {
 public:
  explicit MeanLoss(bool quiet = false) : quiet_(quiet) {}

  /// REQUIRES: steps 1, 2, 3, ...
  void add(std::int64_t step, double loss) {
    if (step % window == 1) sum_ = 0;
    sum_ += loss;
    last_ = sum_ / static_cast<double>((step - 1) % window + 1);
    if (step % window != 0 || quiet_) return;
    fmt::print("steps {:4} to {:4}: mean loss {:.4f}\n", step - window + 1, step, last_);
  }

  /// The mean since the last line, that of the line just now when there was one.
  double last() const { return last_; }

 private:
  static constexpr std::int64_t window = 500;
  bool quiet_;
  double sum_ = 0, last_ = 0;
};

}  // namespace holo
