// numbers.h: the inputs of samples: random numbers away from points where an op has no gradient.
#pragma once

#include <cstdint>

#include "holo/random.h"
#include "registry/registry.h"

namespace registry {

using holo::Index, holo::Indices, holo::Shape, holo::Tensor;
using Tensors = std::span<const Tensor>;

/// The numbers at which an op has a gradient.
enum class Domain { real, away_from_0, positive, large };

class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : random_(seed) {}

  /// Numbers by domain: -3 to 3; at least 0.05 from 0; 0.2 to 4; -30 to 30.
  Input numbers(const Shape& shape, Domain domain = Domain::real);
  /// Numbers in steps of 0.1, no two nearer than 0.09; `offset` moves all of them.
  Input distinct(const Shape& shape, double offset = 0);
  /// Zeros and ones, without a gradient.
  Input mask(const Shape& shape);
  static Input constant(Input input) {
    input.requires_grad = false;
    return input;
  }
  /// Whole numbers from 0 to limit - 1; some may be `other`.
  Indices indices(const Shape& shape, Index limit, Index other = 0);

 protected:
  holo::PythonRandom& random() { return random_; }

 private:
  double uniform() { return random_.random(); }

  holo::PythonRandom random_;
};

}  // namespace registry
