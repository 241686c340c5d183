// training_log.h: how a training went, step by step: as a CSV file, a curve, a sparkline.
#pragma once

#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "holo/shape.h"

namespace holo {

struct LogRow {
  Index step;  ///< from 1
  double loss;
  double learning_rate = 0, gradient_norm = 0, tokens_per_second = 0;
  double validation_loss = std::numeric_limits<double>::quiet_NaN();  ///< in steps without one
};

class TrainingLog {
 public:
  /// `path`: of the CSV file; empty: none. After a resume at `step` the rows of a file that is
  /// there are taken over up to that step; otherwise it is written anew. Throws Error when it
  /// cannot be read or written, or ends before that step.
  explicit TrainingLog(const std::string& path = "", Index step = 0);

  /// A line of the file, at once. Throws Error when that fails.
  void add(const LogRow& row);

  const std::vector<LogRow>& rows() const { return rows_; }

  /// The loss of all rows, as means of at most 500 equal stretches, and the validation losses.
  std::string curve_svg(const std::string& title) const;
  /// The same in one word of `width` characters, as high as the loss: "█▆▅▃▂▁". Empty without rows.
  std::string sparkline(std::size_t width = 40) const;

 private:
  std::size_t read_rows(const std::string& text, Index step);  // where the last row ends
  [[noreturn]] void fail(const char* expected, int error) const;

  std::string path_;
  std::ofstream file_;
  std::vector<LogRow> rows_;
};

}  // namespace holo
