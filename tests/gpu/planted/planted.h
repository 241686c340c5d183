// planted.h: what the planted tests of this folder share: twice the numbers of an array, by a
// kernel. gpu_check_test.sh runs them in place of the real ones.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "backend/cuda/launch.cuh"
#include "backend/device_array.h"

namespace planted {

/// What the kernel makes of 1000 ones, in so many blocks.
inline std::vector<double> of_ones(void (*kernel)(holo::real*, holo::Index), holo::Index blocks) {
  const twins::DeviceArray<holo::real> y(*holo::cuda(), std::vector<holo::real>(1000, 1));
  holo::launch(kernel, blocks, holo::block_threads, y.data(), holo::Index{1000});
  const auto after = y.to_vector();
  return std::vector<double>(after.begin(), after.end());
}

}  // namespace planted
