// tensor_op.h: an op of Tensors by its name and options, as a log has them.
#pragma once

#include <span>

#include "holo/tensor.h"
#include "holo/trace_log.h"

namespace holo {

/// The op of `node` once more, of x, its parents in their order. Throws holo::Error for an op that
/// is not one of ops.h.
Tensor tensor_op(const TracedNode& node, std::span<const Tensor> x);

}  // namespace holo
