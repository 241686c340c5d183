// activation_form.h: the elementwise function (Unary) that an Activation stands for.
#pragma once

#include <optional>

#include "backend/backend.h"
#include "holo/ops.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// Nothing for Activation::none.
inline std::optional<Unary> function_of(Activation activation) {
  // In the order of the enumeration.
  constexpr std::optional<Unary> functions[] = {std::nullopt, Unary::relu,      Unary::relu2,
                                                Unary::gelu,  Unary::gelu_tanh, Unary::silu,
                                                Unary::tanh,  Unary::sigmoid};
  return functions[static_cast<int>(activation)];
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
