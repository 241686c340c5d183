// matmul_steps_test.cpp: every step of support/matmul_steps.h is the same product.
#include "support/matmul_steps.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

namespace matmul_steps_test {

using holo::Index, holo::real;
namespace steps = holo::matmul_steps;

TEST_CASE("matmul steps: the same product") {
  constexpr Index size = steps::block;
  std::vector<real> A(size * size), B(size * size), C(size * size), want(size * size);
  for (std::size_t i = 0; i < A.size(); ++i) {  // whole numbers: exact in any order
    A[i] = static_cast<real>(i * 7 % 19) - 9;
    B[i] = static_cast<real>(i * 5 % 23) - 11;
  }
  steps::three_loops(size, A.data(), B.data(), want.data());
  for (auto multiply :
       {steps::along_rows, steps::tiles, steps::packed, steps::blocks, steps::threads}) {
    C.assign(C.size(), real(-1));
    multiply(size, A.data(), B.data(), C.data());
    const bool same = C == want;
    CHECK(same);
  }
}

}  // namespace matmul_steps_test
