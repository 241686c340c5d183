// run.h: one sample of the registry, forward and backward.
#pragma once

#include <span>
#include <vector>

#include "holo/tensor.h"
#include "registry/registry.h"

namespace registry {

using Reals = std::vector<holo::real>;

/// The output, and the gradient of each input: no numbers where none is required.
struct Result {
  holo::Shape shape;
  Reals y;
  std::vector<Reals> gradients;
};

/// What a result is multiplied with to be a single number: -1.5 to 1.5, different for each element.
/// It is a float in every build.
holo::Tensor weights_for(const holo::Shape& shape, std::uint64_t stream = 0);

/// f of the sample at `leaves`, and d(sum(seed y)) / d(leaf). `seed`: weights_for() without one.
Result run(const Sample& sample, std::span<const holo::Tensor> leaves,
           const holo::Tensor& seed = holo::Tensor());
Result run(const Sample& sample);

/// The gradients of the leaves as they are now; numbers of 0 for a leaf that was not reached.
std::vector<Reals> gradients_of(std::span<const holo::Tensor> leaves);

/// Leaves NaN in memory that the next tensors of these shapes will get, so that a kernel which
/// reads what nobody has written shows.
void poison(const Sample& sample, const holo::Shape& output);

}  // namespace registry
