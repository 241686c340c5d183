// progress.h: a progress line on stderr for a training loop. Results belong on stdout, not here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>

namespace holo {

/// How progress is shown. automatic: bar on a terminal, plain elsewhere.
enum class ProgressMode {
  automatic,
  plain,  ///< lines: the first and the last step and one every 10 % of the steps
  bar,    ///< one line, rewritten at most 10 times a second, no wider than the terminal
  off
};

/// The mode that the environment variable HOLO_PROGRESS asks for: auto, plain, bar or off; unset or
/// empty is auto. UsageError: any other word.
ProgressMode progress_mode_from_environment();

/// From any start, by a clock that nobody sets.
double steady_seconds();

/// So many of something in these seconds, as a rate; 0 where a coarse clock saw no time pass.
inline double per_second(double count, double seconds) { return seconds > 0 ? count / seconds : 0; }

/// Prints "step  100/1000  loss 2.6543  0:12 left". Steps count from 1 to total.
///
///   Progress progress(steps);
///   for (std::int64_t step = 1; step <= steps; ++step) progress.update(step, loss);
///
/// update() costs a comparison, and with a bar a look at the clock, when it prints nothing. A
/// write that fails is ignored.
class Progress {
 public:
  using Clock = double (*)();  ///< seconds from any start

  explicit Progress(std::int64_t total, ProgressMode mode = progress_mode_from_environment(),
                    std::FILE* out = stderr, Clock clock = nullptr);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(std::int64_t step, double value) {
    if (due(step)) show(step, value);
  }

  /// "step  100/1000  " and a text of your own, which due() says when to make.
  bool due(std::int64_t step) const {
    if (step < next_step_) return false;
    return !bar_ || step >= total_ || clock_() - last_draw_ >= seconds_between_draws;
  }
  void update(std::int64_t step, std::string_view text) {
    if (due(step)) show(step, text);
  }

  /// Since it was made; never less than 0.
  double seconds() const { return std::max(0.0, clock_() - start_); }
  /// "0:12 left", when those of the steps that are done took as long as the others will; `first`
  /// were done before. REQUIRES: step > first.
  std::string time_left(std::int64_t step, std::int64_t first = 0) const;

  /// Ends the rewritten line, so that other text may follow; the last step does it by itself.
  void finish();

 private:
  void show(std::int64_t step, double value);
  void show(std::int64_t step, std::string_view text);
  void rewrite(std::string_view line);

  static constexpr double seconds_between_draws = 0.1;
  std::int64_t next_step_ = 0, total_;
  std::FILE* out_;
  Clock clock_;
  double start_, last_draw_ = -std::numeric_limits<double>::infinity();
  std::size_t drawn_width_ = 0;
  bool bar_ = false, line_open_ = false;
};

}  // namespace holo
