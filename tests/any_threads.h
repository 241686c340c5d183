// any_threads.h: checks the promises of the cpu for any number of threads.
#pragma once

#include <doctest/doctest.h>

#include <cstring>
#include <vector>

#include "holo/real.h"
#include "holo/threads.h"
#include "on_device.h"

namespace holo {

/// True for equal bytes, including the sign of zero and NaN.
inline bool same_bits(const std::vector<real>& a, const std::vector<real>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(real)) == 0);
}

/// Calls `check` with 1, 2, 3, 4, 7 and 8 threads.
template <class Check>
void for_any_threads(Check&& check) {
  struct Before {
    int threads = num_threads();
    ~Before() { set_num_threads(threads); }
  };
  const OnDevice on_cpu(Device::cpu);
  const Before before;
  for (const int threads : {1, 2, 3, 4, 7, 8}) {
    CAPTURE(threads);
    set_num_threads(threads);
    check();
  }
}

/// Checks that the numbers of `compute` have the same bits with each number of threads.
template <class Compute>
void check_same_bits(Compute&& compute) {
  std::vector<real> one;
  for_any_threads([&] {
    const std::vector<real> got = compute();
    REQUIRE(!got.empty());
    if (num_threads() == 1) one = got;
    CHECK(same_bits(got, one));
  });
}

}  // namespace holo
