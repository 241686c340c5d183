// stopwatch.h: times a function over many rounds. These machines are shared: the best round says
// what the code needs, the median what one gets.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <vector>

#include "backend/backend.h"
#include "holo/shape.h"

namespace holo {

/// HOLO_BENCH_QUICK=1 (make bench QUICK=1): a bench only shows that it works, at tiny sizes and
/// with one round each; its times say nothing. So each runs in a test, on the emulator too.
inline bool is_quick() {
  static const bool quick = [] {
    const char* const text = std::getenv("HOLO_BENCH_QUICK");
    return text != nullptr && std::string_view(text) == "1";
  }();
  return quick;
}

/// `size`, or `tiny` when that is smaller and the bench is quick.
inline Index quick_size(Index size, Index tiny) { return is_quick() ? std::min(size, tiny) : size; }

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
