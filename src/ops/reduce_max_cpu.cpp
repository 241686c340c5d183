// reduce_max_cpu.cpp: max, min, argmax on the CPU, and how equal elements share a gradient.
// Threads share the rows, not one row.
#include <cmath>
#include <limits>

#include "backend/cpu/as_rows.h"
#include "backend/cpu/cpu.h"
#include "backend/cpu/reduce_terms.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

constexpr real infinity = std::numeric_limits<real>::infinity();

bool is_equal(real x, real y) { return x == y || (std::isnan(x) && std::isnan(y)); }
Mask is_equal(Vec x, Vec y) { return x == y || (x != x && y != y); }

// The largest sign * x[i], i < n; NaN when one is.
real largest_of_row(const real* x, Index n, Vec sign) {
  Vec top(-infinity), bad(0);  // bad: a NaN stays in its lane
  for_each_vec(n, [&](Index i, Index lanes) {
    const Vec next = load(x + i, lanes) * sign;
    top = max(select(first_lanes(lanes), next, -infinity), top);
    bad = select(next == next, bad, next);
  });
  const real nan_or_0 = sum(bad);
  return std::isnan(nan_or_0) ? nan_or_0 : largest_lane(top);
}

}  // namespace

// y[o, k] = the largest sign * x[o, i, k], times sign;  index[o, k] = the first i where it is
void Cpu::max(real* y, Index* index, const real* x, Axis axis, Extreme which) {
  if (axis.inner != 1) {
    const AsRows rows(x, axis);
    return max(y, index, rows.data(), rows.axis(), which);
  }
  const real sign = which == Extreme::largest ? 1 : -1;
  parallel_for(axis.outer, axis.outer * axis.n, [=](Index r) {
    const real* const row = x + r * axis.n;
    const real best = sign * largest_of_row(row, axis.n, sign);
    if (y != nullptr) y[r] = best;
    if (index == nullptr) return;
    Index i = 0;
    while (!is_equal(row[i], best)) ++i;
    index[r] = i;
  });
}

// dx += dy / ties where x == y, or where both are NaN
void Cpu::max_backward_ties(Output dx, const real* dy, const real* x, const real* y, Axis axis) {
  // 1. how many there are
  const Scratch scratch(axis.outer * axis.inner);
  real* const ties = scratch.data();
  sum_terms({ties, true}, axis, 1, [=](const Position& position) {
    return select(is_equal(position.load(x), position.load_result(y)), 1, 0);
  });
  // 2. the gradient, divided among them
  add_terms(dx, axis, [=](const Position& position) {
    const Vec share = position.load_result(dy) / position.load_result(ties);
    return select(is_equal(position.load(x), position.load_result(y)), share, 0);
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
