// grad_norm.h: checks before a step of an optimizer: the norm of the gradients, clipping by it, and
// whether a loss is a finite number.
#pragma once

#include <span>

#include "holo/tensor.h"

namespace holo {

/// sqrt(sum of squares) over all gradients of the parameters. Not finite when one is not. Gradients
/// in the flat array of an optimizer are read in one pass. Throws holo::Error when they lie on
/// several devices.
double grad_norm(std::span<const Tensor> parameters);
/// Multiplies all gradients by min(1, max_norm / (norm + 1e-6)) and returns the norm before. Throws
/// holo::Error, which names the parameter, when the norm is not finite; UsageError when max_norm is
/// NaN or negative. Pascanu, Mikolov, Bengio 2012 (arXiv 1211.5063).
double clip_grad_norm(std::span<const Tensor> parameters, double max_norm);
/// The same, but a norm that is not finite is returned, and nothing is changed.
double try_clip_grad_norm(std::span<const Tensor> parameters, double max_norm);

/// The loss as a number. Throws holo::Error when it is NaN or infinite: call it before backward().
double check_finite_loss(const Tensor& loss);

}  // namespace holo
