// derivative.h: derivatives of Values that are Values themselves, and so have derivatives.
//
//   Value x(2.0);
//   Value y = x * x * x;
//   Value slope = derivative(y, x);      // 3 x^2: slope.data() == 12
//   Value bend = derivative(slope, x);   // 6 x:   bend.data() == 12
//   slope.backward();                    // x.grad() == 12
//
// backward() computes the same numbers and keeps them as numbers: it is faster where the first
// derivative is all that is wanted.
#pragma once

#include <span>
#include <vector>

#include "holo/value.h"

namespace holo {

/// dy/dx as a node of the tape, recorded with the ops that make it, by the formulas of math.h: so
/// derivative() and backward() work on it, as often as wanted. x may be any Value that y was made
/// from, not a leaf only. The number 0 when y does not depend on x. Where math.h chooses a
/// derivative at a kink, as 0 for relu at 0, so does this. No grad changes. Throws holo::Error when
/// y or x is not on the tape, or when y was made by a Tape::record() of your own, not by the
/// functions of value.h, and leaves out the constant of its op. REQUIRES: no data has changed since
/// y was made.
Value derivative(Value y, Value x);

/// dy/dx[i] for every i, in one pass over the tape from y to the oldest x.
std::vector<Value> derivatives(Value y, std::span<const Value> x);

class Tensor;
Value derivative(const Tensor& y, const Tensor& x) = delete;  // a Tensor has backward() alone

}  // namespace holo
