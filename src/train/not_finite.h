// not_finite.h: the error about gradients that are not finite; in grad_norm.cpp.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "holo/tensor.h"

namespace holo {

/// Its label, or "parameter 3" for the fourth one.
std::string parameter_name(const Tensor& parameter, std::size_t i);

/// Throws holo::Error(where), which names the first element that is not finite or beyond the bound;
/// the norm of all gradients, when there is none.
[[noreturn]] void throw_not_finite(const std::string& where, std::span<const Tensor> parameters,
                                   real bound);

}  // namespace holo
