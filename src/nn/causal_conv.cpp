// causal_conv.cpp: computes a causal convolution as a sum of K copies of x, each shifted in time.
#include "holo/nn/causal_conv.h"

#include <fmt/format.h>

#include "holo/check.h"
#include "holo/creation.h"
#include "nn/checks.h"

namespace holo {

CausalConv::CausalConv(Index C, Index K, PythonRandom& random) {
  checked_size("CausalConv", "C", C);
  checked_size("CausalConv", "K", K);
  weight = Init::fan_in()({C, 1, K}, K, random);
  bias = Init::fan_in()({C}, K, random);
  register_parameter("weight", weight);
  register_parameter("bias", bias);
}

Tensor CausalConv::operator()(const Tensor& x) const {
  const Scope scope(full_name());
  const Index C = weight.shape()[0], K = weight.shape()[2];
  if (x.ndim() != 3 || x.shape()[2] != C) {
    throw ShapeError("CausalConv", fmt::format("an input {}", x.shape().to_string()),
                     fmt::format("[B, T, {}]", C), "", {x.shape(), weight.shape()});
  }
  const Index B = x.shape()[0], T = x.shape()[1];
  const Tensor padded = cat({zeros({B, K - 1, C}, x.device()), x}, 1);
  Tensor y = bias;
  for (Index k = 0; k < K; ++k) {
    const Tensor w = reshape(slice(weight, 2, k, k + 1), {C});
    y = y + slice(padded, 1, k, k + T) * w;
  }
  return y;
}

}  // namespace holo
