// activation_form.h: finds the elementwise function (Unary) for an Activation.
#pragma once

#include <optional>

#include "backend/backend.h"
#include "holo/ops.h"

namespace holo {

/// The function of an activation, or nullopt for Activation::none.
inline std::optional<Unary> function_of(Activation activation) {
  switch (activation) {
    case Activation::none:
      return std::nullopt;
    case Activation::relu:
      return Unary::relu;
    case Activation::relu2:
      return Unary::relu2;
    case Activation::gelu:
      return Unary::gelu;
    case Activation::gelu_tanh:
      return Unary::gelu_tanh;
    case Activation::silu:
      return Unary::silu;
    case Activation::tanh:
      return Unary::tanh;
    case Activation::sigmoid:
      return Unary::sigmoid;
  }
  return std::nullopt;
}

}  // namespace holo
