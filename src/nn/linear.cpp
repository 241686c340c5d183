// linear.cpp: the parameters of a linear layer.
#include "holo/nn/linear.h"

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

}  // namespace holo
