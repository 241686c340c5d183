// device_array.h: for tests that call kernels of CUDA: random numbers, arrays in the memory of a
// device, and the distance of two results.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <iterator>
#include <random>
#include <span>
#include <vector>

#include "backend/backend.h"
#include "backend/scratch.h"
#include "helpers.h"

namespace device_array {

using namespace holo;
using Reals = std::vector<real>;

/// Owns a copy of numbers of the host on cuda(). REQUIRES: cuda() is not null.
class DeviceArray {
 public:
  explicit DeviceArray(const Reals& host) : size_(host.size()), memory_(*cuda(), std::ssize(host)) {
    cuda()->upload(data(), host.data(), bytes());
  }
  real* data() const { return memory_.data(); }
  Reals to_vector() const {
    Reals host(size_);
    cuda()->download(host.data(), data(), bytes());
    return host;
  }

 private:
  std::size_t bytes() const { return size_ * sizeof(real); }

  std::size_t size_;
  Scratch memory_;
};

/// Random numbers, the same in each run.
class Random {
 public:
  explicit Random(unsigned seed) : bits_(seed) {}
  Index below(Index n) { return static_cast<Index>(bits_() / 16) % n; }
  real normal() { return static_cast<real>(normal_(bits_)); }
  Reals normals(Index n) {
    Reals x(static_cast<std::size_t>(n));
    for (real& v : x) v = normal();
    return x;
  }

 private:
  std::minstd_rand bits_;
  NormalNumbers normal_;
};

/// (Sum of squared differences) / (sum of squares).
inline double distance(std::span<const real> found, std::span<const real> expected) {
  REQUIRE(found.size() == expected.size());
  double differences = 0, squares = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double a = double(found[i]), b = double(expected[i]);
    if (std::isnan(a) && std::isnan(b)) continue;
    differences += (a - b) * (a - b);
    squares += std::isnan(b) ? 0 : b * b;
  }
  return differences == 0 ? 0 : differences / squares;
}

/// The largest distance of a kernel from plain. In double, plain has no spare digits if most of a
/// norm's gradient cancels.
inline constexpr double kernel_tolerance = sizeof(real) == sizeof(float) ? 1e-11 : 1e-22;

/// True, with a message, if a test of CUDA kernels has no device.
inline bool no_cuda() {
  if (cuda() == nullptr) MESSAGE("skipped: no CUDA device");
  return cuda() == nullptr;
}

/// Checks that a product that may round its inputs has done so: its `distance` is above
/// `more_than`. The emulator always rounds. If a GPU uses a kernel that does not, it says so.
inline void check_rounded(double distance, double more_than) {
  if (cuda()->memory_limit().source == "emulator") {
    CHECK(distance > more_than);
  } else if (!(distance > more_than)) {
    MESSAGE("not rounded, which it need not be: ", distance, " is at most ", more_than);
  }
}

}  // namespace device_array
