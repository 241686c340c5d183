// norm.cpp: the parameters of the layers that normalise.
#include "holo/nn/norm.h"

#include <cmath>

#include "holo/creation.h"
#include "nn/check_size.h"

namespace holo {
namespace {

double checked_epsilon(const char* layer, double epsilon) {
  if (epsilon >= 0 && std::isfinite(epsilon)) return epsilon;
  throw UsageError(layer, fmt::format("epsilon {}", epsilon), "a finite number from 0 on");
}

}  // namespace

LayerNorm::LayerNorm(Index C, const LayerNormOptions& options)
    : epsilon(checked_epsilon("LayerNorm", options.epsilon)) {
  checked_size("LayerNorm", "C", C);
  if (options.weight) {
    weight = ones({C});
    register_parameter("weight", weight);
  }
  if (options.bias) {
    bias = zeros({C});
    register_parameter("bias", bias);
  }
}

RMSNorm::RMSNorm(Index C, const RMSNormOptions& options)
    : epsilon(checked_epsilon("RMSNorm", options.epsilon)) {
  checked_size("RMSNorm", "C", C);
  if (options.weight) {
    weight = ones({C});
    register_parameter("weight", weight);
  }
}

}  // namespace holo
