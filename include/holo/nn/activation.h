// activation.h: the names of activations, and their ops. ops.h and math.h have the formulas.
#pragma once

#include <span>
#include <string>

#include "holo/ops.h"

namespace holo {

/// "relu" for Activation::relu.
const char* activation_name(Activation activation);

/// All activations, in the order of the enumeration.
inline constexpr Activation all_activations[] = {
    Activation::none,      Activation::relu, Activation::relu2, Activation::gelu,
    Activation::gelu_tanh, Activation::silu, Activation::tanh,  Activation::sigmoid};

/// The activation called `name`, which must be in `allowed`: none, relu, relu2, gelu, gelu_tanh,
/// silu, tanh or sigmoid. Throws UsageError, which lists them, for any other name. The message uses
/// `layer` and `option`: "HoloGateFlow: gate \"mish\"; expected sigmoid, tanh or relu".
Activation activation_named(const char* layer, const char* option, const std::string& name,
                            std::span<const Activation> allowed = all_activations);

/// activation(x) as one op, or x itself for Activation::none.
Tensor activate(const Tensor& x, Activation activation);

}  // namespace holo
