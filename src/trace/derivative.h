// derivative.h: the local derivative of an op of Values as a formula.
#pragma once

#include <cstdint>
#include <string>

#include "holo/trace_log.h"

namespace holo {

/// d(node) / d(parent `edge`) in names: "w", "1 / x", "1 - y^2". Empty when it is a plain number,
/// as 1 of a sum, and for a Tensor.
std::string local_derivative(const TraceLog& log, std::uint32_t node, std::uint32_t edge);

}  // namespace holo
