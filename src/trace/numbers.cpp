// numbers.cpp: the numbers of a tensor, of a large one a summary.
#include "trace/numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/hash.h"
#include "holo/trace_log.h"

namespace holo {

std::size_t run_size(std::size_t numel, std::size_t whole_up_to) {
  return numel <= std::max(whole_up_to, TraceSummary::size) ? numel : TraceSummary::size;
}

std::vector<double> run_of(std::span<const real> numbers, std::size_t whole_up_to) {
  if (run_size(numbers.size(), whole_up_to) == numbers.size()) {
    return {numbers.begin(), numbers.end()};
  }
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  double minimum = nan, maximum = nan, total = 0, finite = 0, nans = 0, infinities = 0;
  for (const real number : numbers) {
    const double x = number;
    if (std::isnan(x)) {
      ++nans;
    } else if (std::isinf(x)) {
      ++infinities;
    } else {
      minimum = finite == 0 || x < minimum ? x : minimum;
      maximum = finite == 0 || x > maximum ? x : maximum;
      total += x;
      ++finite;
    }
  }
  std::vector<double> run = {minimum, maximum, total / finite, nans, infinities};
  const std::span<const real> first = numbers.first(TraceSummary::shown);
  const std::span<const real> last = numbers.last(TraceSummary::shown);
  run.insert(run.end(), first.begin(), first.end());
  run.insert(run.end(), last.begin(), last.end());
  return run;
}

std::uint64_t bits_of(std::span<const real> numbers) {
  Fnv1a hash;
  hash.add({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
  return hash.value();
}

}  // namespace holo
