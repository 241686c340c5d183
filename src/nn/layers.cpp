// layers.cpp: the parameters of Linear, Embedding, LayerNorm and RMSNorm.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "holo/nn/embedding.h"
#include "holo/nn/linear.h"
#include "holo/nn/norm.h"
#include "nn/checks.h"
#include "nn/initial.h"

namespace holo {
namespace {

double checked_epsilon(const char* layer, double epsilon) {
  if (epsilon >= 0 && std::isfinite(epsilon)) return epsilon;
  throw UsageError(layer, fmt::format("epsilon {}", epsilon), "a finite number from 0 on");
}

}  // namespace

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
    : epsilon(checked_epsilon("LayerNorm", options.epsilon)) {
  checked_size("LayerNorm", "C", C);
  if (options.weight) {
    weight = initial({C}, 1);
    register_parameter("weight", weight);
  }
  if (options.bias) {
    bias = initial({C}, 0);
    register_parameter("bias", bias);
  }
}

RMSNorm::RMSNorm(Index C, const RMSNormOptions& options)
    : epsilon(checked_epsilon("RMSNorm", options.epsilon)) {
  checked_size("RMSNorm", "C", C);
  if (options.weight) {
    weight = initial({C}, 1);
    register_parameter("weight", weight);
  }
}

std::unique_ptr<Layer> make_norm(Norm kind, Index C, const LayerNormOptions& options) {
  if (kind == Norm::layer) return std::make_unique<LayerNorm>(C, options);
  return std::make_unique<RMSNorm>(
      C, RMSNormOptions{.epsilon = options.epsilon, .weight = options.weight});
}

}  // namespace holo
