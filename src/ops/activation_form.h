// activation_form.h: finds the elementwise function (Unary) for an Activation.
#pragma once

#include <iterator>
#include <optional>

#include "backend/backend.h"
#include "holo/ops.h"

namespace holo {

/// The function of an activation, or nullopt for Activation::none.
inline std::optional<Unary> function_of(Activation activation) {
  // In the order of the enumeration.
  constexpr Unary functions[] = {Unary::relu, Unary::relu2, Unary::gelu,   Unary::gelu_tanh,
                                 Unary::silu, Unary::tanh,  Unary::sigmoid};
  static_assert(std::size(functions) == static_cast<int>(Activation::sigmoid));
  if (activation == Activation::none) return std::nullopt;
  return functions[static_cast<int>(activation) - 1];
}

}  // namespace holo
