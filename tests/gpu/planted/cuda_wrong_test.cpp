// cuda_wrong_test.cpp: a launch with a block too few.
#include <cstdlib>
#include <string>

#include "planted.h"

namespace {

__global__ void thrice(holo::real* y, holo::Index n) {
  const holo::Index i = holo::element_of_thread();
  if (i < n) y[i] *= 3;
}

TEST_CASE("wrong: the last block is missing") {
  const char* const blocking = std::getenv("CUDA_LAUNCH_BLOCKING");
  INFO("CUDA_LAUNCH_BLOCKING=", std::string(blocking == nullptr ? "" : blocking));
  CHECK(planted::of_ones(thrice, 3) == std::vector<double>(1000, 3));
}

TEST_CASE("wrong: all blocks are there") {
  CHECK(planted::of_ones(thrice, 4) == std::vector<double>(1000, 3));
}

}  // namespace
