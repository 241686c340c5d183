// activation_test.cpp: every activation by its name, as an op of its own and within linear; and
// names that are none.
#include "holo/nn/layers.h"

#include <doctest/doctest.h>

#include "nn/layer_check.h"

namespace activation_test {

using namespace layer_check;

TEST_CASE("activation: names, ops, and what is refused") {
  for (const std::string name :
       {"none", "relu", "relu2", "gelu", "gelu_tanh", "silu", "tanh", "sigmoid"}) {
    const Activation activation = activation_named("layer", "activation", name);
    CHECK(activation_name(activation) == name);
    const Tensor x = values({3, 4}, 1);  // the same as a linear layer of ones and no bias
    const Tensor z = linear(reshape(x, {12, 1}), ones({1, 1}), Tensor(), activation);
    CHECK(activate(x, activation).to_vector() == z.to_vector());
  }
  check_error<UsageError>(
      "layer: gate \"Relu\"; expected none, relu, relu2, gelu, gelu_tanh, silu, tanh or sigmoid. "
      "Try: \"none\"",
      [] { activation_named("layer", "gate", "Relu"); });
  const Activation two[] = {Activation::tanh, Activation::relu};
  CHECK(activation_named("layer", "gate", "relu", two) == Activation::relu);
  check_error<UsageError>("layer: gate \"gelu\"; expected tanh or relu. Try: \"tanh\"",
                          [&] { activation_named("layer", "gate", "gelu", two); });
}

}  // namespace activation_test
