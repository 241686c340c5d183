// derivative.h: derivatives that are Values themselves, so that you can differentiate them again.
//
//   Value x(2.0);
//   Value y = x * x * x;
//   Value slope = derivative(y, x);      // 3 x^2: slope.data() == 12
//   Value bend = derivative(slope, x);   // 6 x:   bend.data() == 12
//   slope.backward();                    // x.grad() == 12
//
// backward() computes the same derivatives, but as plain numbers instead of nodes, which is faster.
// Use it if you need only the first derivative.
#pragma once

#include <span>
#include <vector>

#include "holo/value.h"

namespace holo {

/// dy/dx as a node on the tape. derivative() records each step with the formulas in math.h, so you
/// can call derivative() or backward() on the result. Any Value that y depends on may serve as x,
/// not only a leaf. If y does not depend on x, the result is the number 0. At a kink, math.h
/// defines the result: for example, relu has the derivative 0 at 0. No grad is changed. Throws
/// holo::Error if y or x is not on the tape, or if y was made by Tape::record() without the
/// constant of its op. REQUIRES: no data has changed since y was made.
Value derivative(Value y, Value x);

/// dy/dx[i] for every i, computed in one pass over the tape from y to the oldest x[i].
std::vector<Value> derivatives(Value y, std::span<const Value> x);

class Tensor;
Value derivative(const Tensor& y, const Tensor& x) = delete;  // Tensors support only backward()

}  // namespace holo
