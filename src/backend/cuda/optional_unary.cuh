// optional_unary.cuh: an activation function that may be missing, for kernels.
#pragma once

#include "backend/cuda/launch.cuh"
#include "backend/formula.h"

namespace holo {

/// An std::optional<Unary> that device code can read. No function: the identity.
struct OptionalUnary {
  bool present;
  Unary op;
};
inline OptionalUnary optional_unary(std::optional<Unary> f) {
  return {f.has_value(), f.value_or(Unary{})};
}

/// f(x)
__device__ inline real activated(OptionalUnary f, real x) {
  return f.present ? value_of(f.op, x, {}) : x;
}

/// f'(x), where y = f(x) is known already
__device__ inline real slope(OptionalUnary f, real x, real y) {
  return f.present ? slope_of(f.op, x, y, {}) : 1;
}

}  // namespace holo
