// run.cpp: forward, backward, and the gradients.
#include "registry/run.h"

#include <limits>

#include "holo/creation.h"
#include "holo/random.h"

namespace registry {

using holo::Tensor;

Tensor weights_for(const holo::Shape& shape, std::uint64_t stream) {
  std::vector<float> values(static_cast<std::size_t>(shape.numel()));
  const holo::CounterRandom random(99, stream);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(3 * random.uniform(i) - 1.5);
  }
  return holo::from_values(shape, std::span<const float>(values));
}

std::vector<Reals> gradients_of(std::span<const Tensor> leaves) {
  std::vector<Reals> gradients;
  for (const Tensor& leaf : leaves) {
    const Tensor gradient = leaf.grad();
    if (gradient.defined()) {
      gradients.push_back(gradient.to_vector());
    } else {
      const auto count = static_cast<std::size_t>(leaf.requires_grad() ? leaf.numel() : 0);
      gradients.emplace_back(count);
    }
  }
  return gradients;
}

Result run(const Sample& sample, std::span<const Tensor> leaves, const Tensor& seed) {
  const Tensor y = sample.f(leaves);
  Result result{y.shape(), y.to_vector(), {}};
  if (y.requires_grad()) y.backward(seed.defined() ? seed : weights_for(y.shape()));
  result.gradients = gradients_of(leaves);
  return result;
}

Result run(const Sample& sample) { return run(sample, leaves_of(sample)); }

void poison(const Sample& sample, const holo::Shape& output) {
  const holo::real nan = std::numeric_limits<holo::real>::quiet_NaN();
  std::vector<Tensor> kept;
  for (int i = 0; i < 4; ++i) {
    kept.push_back(holo::full(output, nan));
    for (const Input& input : sample.inputs) kept.push_back(holo::full(input.shape, nan));
  }
}

}  // namespace registry
