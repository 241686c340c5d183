// tensor_deep_test.cpp: very deep and wide graphs of tensors, on a stack of 256 KiB.
// tensor_deep_test.sh runs the same without optimisation.
#include "tensor/tensor_deep.h"

#include <doctest/doctest.h>

#include "helpers.h"

TEST_CASE("deep graph of tensors: exact, on a stack of 256 KiB") {
  for (const auto& check : tensor_deep::checks) {
    CAPTURE(check.name);
    CHECK(on_small_stack(check.run) == "");
  }
}
