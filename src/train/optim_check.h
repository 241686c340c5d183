// optim_check.h: errors of optimizers: numbers out of range, gradients that are not finite.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "holo/tensor.h"

namespace holo {

/// What to try when a loss or a gradient is not finite.
inline constexpr const char* not_finite_hint =
    "a smaller learning rate, clip_grad_norm() before step(), or an AnomalyMode, which finds the "
    "op";

/// Throws UsageError(where) unless `number`, a `what`, is finite and not negative.
void check_number(const std::string& where, const char* what, double number);

/// Its label, or "parameter 3" for the fourth one.
std::string parameter_name(const Tensor& parameter, std::size_t i);

/// Throws holo::Error(where) for gradients that are not finite, or beyond the bound: names the
/// first element; or what is too large, when no gradient is.
[[noreturn]] void throw_not_finite(const std::string& where, std::span<const Tensor> parameters,
                                   real bound, const char* otherwise);

}  // namespace holo
