// device_array.h: numbers in the memory of the device cuda, for tests that call its kernels, and
// how far a result lies from another.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "backend/scratch.h"

/// Numbers of the host, copied to the device cuda. REQUIRES: there is one.
class DeviceArray {
 public:
  explicit DeviceArray(const std::vector<holo::real>& host)
      : size_(host.size()), memory_(*holo::cuda(), static_cast<holo::Index>(size_)) {
    holo::cuda()->upload(data(), host.data(), size_ * sizeof(holo::real));
  }
  holo::real* data() const { return memory_.data(); }
  std::vector<holo::real> to_vector() const {
    std::vector<holo::real> host(size_);
    holo::cuda()->download(host.data(), data(), size_ * sizeof(holo::real));
    return host;
  }

 private:
  std::size_t size_;
  holo::Scratch memory_;
};

/// The sum of the squared differences over the sum of squares of `want`; 0 when both are nothing.
inline double relative_error(const std::vector<holo::real>& got,
                             const std::vector<holo::real>& want) {
  REQUIRE(got.size() == want.size());
  double differences = 0, squares = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double difference = double(got[i]) - double(want[i]);
    differences += difference * difference;
    squares += double(want[i]) * double(want[i]);
  }
  return differences == 0 ? 0 : differences / squares;
}

inline constexpr double kernel_tolerance = sizeof(holo::real) == 4 ? 1e-11 : 1e-28;
