// activation.h: the names of activations and their ops. The formulas are in ops.h and math.h.
#pragma once

#include <span>
#include <string>

#include "holo/ops.h"

namespace holo {

/// "relu" for Activation::relu.
const char* activation_name(Activation activation);

/// All activations, in declaration order.
inline constexpr Activation all_activations[] = {
    Activation::none,      Activation::relu, Activation::relu2, Activation::gelu,
    Activation::gelu_tanh, Activation::silu, Activation::tanh,  Activation::sigmoid};

/// The activation called `name`, one of `allowed` (by default none, relu, relu2, gelu, gelu_tanh,
/// silu, tanh and sigmoid). Throws UsageError, which lists the allowed names, for other names.
/// The message begins with `layer` and `option`: "HoloGateFlow: gate \"mish\"; expected ...".
Activation activation_named(const char* layer, const char* option, const std::string& name,
                            std::span<const Activation> allowed = all_activations);

/// Applies the activation to x in one op, or returns x itself for Activation::none.
Tensor activate(const Tensor& x, Activation activation);

}  // namespace holo
