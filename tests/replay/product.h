// product.h: the step that most tests of a Replay record.
#pragma once

#include <vector>

#include "holo/creation.h"
#include "holo/ops.h"

namespace holo {

using Reals = std::vector<real>;

/// y = sum(w x), dw = x
struct Product {
  Tensor x = tensor({1, 2, 3}), w = tensor({4, 5, 6}).set_requires_grad(), y;
  void step() {
    y = sum(w * x);
    y.backward();
  }
};

}  // namespace holo
