// not_finite.h: errors about gradients that are not finite, and the names of parameters in errors.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "holo/tensor.h"

namespace holo {

/// The hint for errors about a loss or a gradient that is not finite.
inline constexpr const char* not_finite_hint =
    "a smaller learning rate, clip_grad_norm() before step(), or an AnomalyMode, which finds the "
    "op";

/// "parameter 3" for the fourth parameter, followed by its label in parentheses if it has one.
std::string parameter_name(const Tensor& parameter, std::size_t i);

/// Throws holo::Error(where), which names the first gradient element that is not finite or is
/// beyond the bound. If there is no such element, the error is about the norm of all gradients.
[[noreturn]] void throw_not_finite(const std::string& where, std::span<const Tensor> parameters,
                                   real bound);

}  // namespace holo
