// cuda_illegal_test.cpp: a kernel that writes where no memory is.
#include "planted.h"

namespace {

__global__ void far_away(holo::real* y, holo::Index n) {
  const holo::Index i = holo::element_of_thread();
  if (i < n) y[i << 20] = 2;
}

TEST_CASE("illegal: far behind the array") {
  CHECK(planted::of_ones(far_away, 4) == std::vector<double>(1000, 2));
}

}  // namespace
