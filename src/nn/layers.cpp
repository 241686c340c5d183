// layers.cpp: the parameters of Linear, Embedding, LayerNorm and RMSNorm; a causal convolution as a
// sum of K copies of x, each shifted in time; Dropout, of which each call has a stream of random
// numbers of its own.
#include <fmt/format.h>

#include <memory>

#include "holo/creation.h"
#include "holo/nn/causal_conv.h"
#include "holo/nn/dropout.h"
#include "holo/nn/embedding.h"
#include "holo/nn/linear.h"
#include "holo/nn/norm.h"
#include "nn/checks.h"

namespace holo {
Linear::Linear(Index in, Index out, PythonRandom& random, const LinearOptions& options)
    : activation(options.activation) {
  checked_size("Linear", "in", in);
  checked_size("Linear", "out", out);
  weight = options.weight_init({out, in}, in, random);
  register_parameter("weight", weight);
  if (options.bias) {
    bias = options.bias_init({out}, in, random);
    register_parameter("bias", bias);
  }
}

Embedding::Embedding(Index V, Index C, PythonRandom& random, const Init& init) {
  checked_size("Embedding", "V", V);
  checked_size("Embedding", "C", C);
  weight = init({V, C}, V, random);
  register_parameter("weight", weight, Kind::embedding);
}

LayerNorm::LayerNorm(Index C, const LayerNormOptions& options)
    : epsilon(checked_number("LayerNorm", "epsilon", options.epsilon)) {
  checked_size("LayerNorm", "C", C);
  if (options.weight) {
    weight = Init::filled({C}, 1);
    register_parameter("weight", weight);
  }
  if (options.bias) {
    bias = Init::filled({C}, 0);
    register_parameter("bias", bias);
  }
}

RMSNorm::RMSNorm(Index C, const RMSNormOptions& options)
    : epsilon(checked_number("RMSNorm", "epsilon", options.epsilon)) {
  checked_size("RMSNorm", "C", C);
  if (options.weight) {
    weight = Init::filled({C}, 1);
    register_parameter("weight", weight);
  }
}

std::unique_ptr<Layer> make_norm(Norm kind, Index C, const LayerNormOptions& options) {
  if (kind == Norm::layer) return std::make_unique<LayerNorm>(C, options);
  return std::make_unique<RMSNorm>(
      C, RMSNormOptions{.epsilon = options.epsilon, .weight = options.weight});
}

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

Dropout::Dropout(double p, std::uint64_t seed) : p_(p), seed_(seed) {
  if (p >= 0 && p < 1) return;
  throw UsageError("Dropout", fmt::format("p {}", p), "0 <= p < 1", "0.1");
}

Tensor Dropout::operator()(const Tensor& x) {
  const Scope scope(full_name());
  if (!training() || p_ == 0) return x;
  return dropout(x, p_, CounterRandom(seed_, calls_++));
}

}  // namespace holo
