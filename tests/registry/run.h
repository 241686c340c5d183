// run.h: runs one sample of the registry, forward and backward.
#pragma once

#include <span>
#include <vector>

#include "holo/tensor.h"
#include "registry/registry.h"

namespace registry {

using Reals = std::vector<holo::real>;

/// The output, and the gradient of each input, empty if it requires none.
struct Result {
  holo::Shape shape;
  Reals y;
  std::vector<Reals> gradients;
};

/// The weights that turn a result into a single number: floats in every build, from -1.5 to 1.5,
/// different for each element.
holo::Tensor weights_for(const holo::Shape& shape, std::uint64_t stream = 0);

/// f of the sample at `leaves`, and d(sum(seed y)) / d(leaf). The default seed is weights_for().
Result run(const Sample& sample, std::span<const holo::Tensor> leaves,
           const holo::Tensor& seed = holo::Tensor());
Result run(const Sample& sample);

/// The current gradients of the leaves; zeros for a leaf that backward did not reach.
std::vector<Reals> gradients_of(std::span<const holo::Tensor> leaves);

/// Writes NaN to the memory that the next tensors of these shapes will get, to find kernels that
/// read unwritten memory.
void poison(const Sample& sample, const holo::Shape& output);

}  // namespace registry
