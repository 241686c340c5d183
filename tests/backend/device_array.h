// device_array.h: numbers in the memory of a device, for tests that call its kernels, and the
// distance of two results.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <span>

#include "backend/mirrored.h"
#include "backend/scratch.h"

namespace twins {

/// Owns a copy of numbers of the host on a device.
template <class T>
class DeviceArray {
 public:
  DeviceArray(holo::Backend& backend, std::span<const T> host)
      : backend_(backend), size_(host.size()), memory_(backend, host.size_bytes()) {
    backend.upload(data(), host.data(), host.size_bytes());
  }
  DeviceArray(holo::Backend& backend, std::initializer_list<T> host)
      : DeviceArray(backend, std::span(host.begin(), host.size())) {}
  T* data() const { return static_cast<T*>(memory_.data()); }
  mirrored::Array<T> to_vector() const {
    mirrored::Array<T> host(size_);
    backend_.download(host.data(), data(), size_ * sizeof(T));
    return host;
  }

 private:
  holo::Backend& backend_;
  std::size_t size_;
  holo::DeviceMemory memory_;
};

/// (Sum of squared differences) / (sum of squares) of the finite numbers; infinite if the NaNs or
/// infinities differ.
inline double distance(std::span<const holo::real> found, std::span<const holo::real> expected) {
  REQUIRE(found.size() == expected.size());
  double differences = 0, squares = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double a = double(found[i]), b = double(expected[i]);
    if (std::isfinite(a) && std::isfinite(b)) {
      differences += (a - b) * (a - b);
      squares += b * b;
    } else if (a != b && !(std::isnan(a) && std::isnan(b))) {
      return INFINITY;
    }
  }
  return differences == 0 ? 0 : differences / squares;
}

/// The largest distance of a kernel from plain. In double, plain has no spare digits if most of a
/// norm's gradient cancels.
inline constexpr double kernel_tolerance = sizeof(holo::real) == sizeof(float) ? 1e-11 : 1e-22;

/// True, with a message, if a test of CUDA kernels has no device.
inline bool no_cuda() {
  if (holo::cuda() == nullptr) MESSAGE("skipped: no CUDA device");
  return holo::cuda() == nullptr;
}

/// Tells whether cuda() is the emulator. REQUIRES: cuda() is not null.
inline bool emulated() { return holo::cuda()->memory_limit().source == "emulator"; }

/// Checks that a product that may round its inputs has done so: its `distance` is above
/// `more_than`. The emulator always rounds. If a GPU uses a kernel that does not, it says so.
inline void check_rounded(double distance, double more_than) {
  if (emulated()) {
    CHECK(distance > more_than);
  } else if (!(distance > more_than)) {
    MESSAGE("not rounded, which it need not be: ", distance, " is at most ", more_than);
  }
}

}  // namespace twins
