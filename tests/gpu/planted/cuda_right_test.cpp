// cuda_right_test.cpp: a kernel without a bug.
#include "planted.h"

namespace {

__global__ void twice(holo::real* y, holo::Index n) {
  const holo::Index i = holo::element_of_thread();
  if (i < n) y[i] *= 2;
}

TEST_CASE("right: twice") { CHECK(planted::of_ones(twice, 4) == std::vector<double>(1000, 2)); }

TEST_CASE("right: twice, with more blocks than it takes") {
  CHECK(planted::of_ones(twice, 9) == std::vector<double>(1000, 2));
}

}  // namespace
