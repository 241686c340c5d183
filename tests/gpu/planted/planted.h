// planted.h: shared by the planted tests of this folder: a kernel that doubles the numbers of an
// array. gpu_check_test.sh runs these tests instead of the real ones.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "backend/cuda/launch.cuh"
#include "backend/device_array.h"

namespace planted {

/// The kernel's result for 1000 ones, with this many blocks.
inline std::vector<double> of_ones(void (*kernel)(holo::real*, holo::Index), holo::Index blocks) {
  const twins::DeviceArray<holo::real> y(*holo::cuda(), std::vector<holo::real>(1000, 1));
  holo::launch(kernel, blocks, holo::block_threads, y.data(), holo::Index{1000});
  const auto after = y.to_vector();
  return std::vector<double>(after.begin(), after.end());
}

}  // namespace planted
