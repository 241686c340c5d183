// thread_choice.h: one thread or all of them: whichever takes less time now. A small model gains
// little from a second thread, and on a machine that is busy with something else each parallel loop
// can wait for milliseconds. The results are the same bits, so that nothing but time depends on it.
#pragma once

#include <cstdint>

namespace holo {

/// Measures both from time to time: two steps of each, then one thread, unless all are faster by a
/// tenth, for a stretch of 16 steps, which doubles, up to 1024, while the answer stays the same. A
/// step with all threads that takes three times as long as measured ends its stretch.
///
///   ThreadChoice choice(num_threads());
///   while (...) {
///     choice.begin_step();
///     ...
///     choice.end_step(seconds);
///   }
class ThreadChoice {
 public:
  /// `most` threads; with 1 there is nothing to choose.
  explicit ThreadChoice(int most);

  /// Sets the number of threads for the next step.
  void begin_step();
  void end_step(double seconds);

  /// Of the step that comes next.
  int threads() const;

 private:
  static constexpr int trials = 2;
  static constexpr std::int64_t first_stretch = 16, longest_stretch = 1024;

  bool measuring() const { return measured_ < 2 * trials; }
  void decide();

  int most_;
  int measured_ = 0;          // steps of this measurement: first with one thread, then with all
  double one_ = 0, all_ = 0;  // seconds, the least of the trials
  bool use_all_ = true;
  std::int64_t stretch_ = 0, left_ = 0;  // 0: not measured yet
};

}  // namespace holo
