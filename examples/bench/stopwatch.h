// stopwatch.h: times a function over many rounds. These machines are shared: the best round says
// what the code needs, the median what one gets.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

#include "backend/backend.h"
#include "bench/quick.h"

namespace holo {

struct Times {
  double best, median;  ///< seconds of one call
};

template <class F>
Times time_rounds(int rounds, F&& call) {
  Backend& device = backend_of(default_device());  // may still be at work when a call returns
  std::vector<double> seconds;
  for (int i = 0; i < (is_quick() ? 1 : rounds); ++i) {
    const auto start = std::chrono::steady_clock::now();
    call();
    device.synchronize();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    seconds.push_back(time.count());
  }
  std::sort(seconds.begin(), seconds.end());
  return {seconds.front(), seconds[seconds.size() / 2]};
}

/// Seconds of one call, the best of many rounds. A short one is called often for each reading of
/// the clock, one of more than 5 seconds once.
inline double best_seconds(const std::function<void()>& call) {
  double once = time_rounds(1, call).best;
  if (once > 5 || is_quick()) return once;
  once = time_rounds(3, call).best;
  const int inner = static_cast<int>(std::clamp(3e-4 / once, 1.0, 1e5));
  const int rounds = static_cast<int>(std::clamp(0.2 / (once * inner), 5.0, 100.0));
  const Times times = time_rounds(rounds, [&] {
    for (int i = 0; i < inner; ++i) call();
  });
  return times.best / inner;
}

}  // namespace holo
