// stopwatch.h: times a function over many rounds. These machines are shared: the best round says
// what the code needs, the median what one gets.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace holo {

struct Times {
  double best, median;  ///< seconds of one call
};

template <class F>
Times time_rounds(int rounds, F&& call) {
  std::vector<double> seconds;
  for (int i = 0; i < rounds; ++i) {
    const auto start = std::chrono::steady_clock::now();
    call();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    seconds.push_back(time.count());
  }
  std::sort(seconds.begin(), seconds.end());
  return {seconds.front(), seconds[seconds.size() / 2]};
}

}  // namespace holo
