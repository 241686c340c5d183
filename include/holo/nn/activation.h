// activation.h: the names of activations, and the op of each. Formulas in ops.h and math.h.
#pragma once

#include <span>
#include <string>

#include "holo/ops.h"

namespace holo {

/// "relu" for Activation::relu.
const char* activation_name(Activation activation);

/// All of them, in the order of the enumeration.
inline constexpr Activation all_activations[] = {
    Activation::none,      Activation::relu, Activation::relu2, Activation::gelu,
    Activation::gelu_tanh, Activation::silu, Activation::tanh,  Activation::sigmoid};

/// The activation of that name: none relu relu2 gelu gelu_tanh silu tanh sigmoid, or for a layer
/// that allows only some of them one of these. Throws UsageError for another one, with a list.
/// `layer` and `option` are for the message: "HoloGateFlow: gate \"mish\"; expected sigmoid, tanh
/// or relu".
Activation activation_named(const char* layer, const char* option, const std::string& name,
                            std::span<const Activation> allowed = all_activations);

/// activation(x), as an op of its own; x itself for none.
Tensor activate(const Tensor& x, Activation activation);

}  // namespace holo
