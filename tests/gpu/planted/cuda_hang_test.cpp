// cuda_hang_test.cpp: a kernel that waits for what nobody writes. It sleeps in between, as only a
// thread of the emulator can, so that the processor is free for others.
#include <unistd.h>

#include "planted.h"

namespace {

__global__ void wait_for_two(holo::real* y, holo::Index n) {
  const holo::Index i = holo::element_of_thread();
  const volatile holo::real* const seen = y;
  while (i < n && seen[i] != 2) usleep(1000);
}

TEST_CASE("hang: waits for a 2") {
  CHECK(planted::of_ones(wait_for_two, 4) == std::vector<double>(1000, 2));
}

}  // namespace
