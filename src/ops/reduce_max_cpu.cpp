// reduce_max_cpu.cpp: the largest elements over one dimension, where the first of them is, and how
// ties share a gradient, on the processor.
#include <cmath>
#include <limits>

#include "backend/cpu/cpu.h"
#include "backend/cpu/reduce_terms.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

constexpr real infinity = std::numeric_limits<real>::infinity();

// A NaN is larger than every number; of equal ones the first stays.
bool is_larger(real x, real best) { return x > best || (std::isnan(x) && !std::isnan(best)); }
Mask is_larger(Vec x, Vec best) { return !(x <= best) && best == best; }
Mask is_equal(Vec x, Vec y) { return x == y || (x != x && y != y); }

// The largest sign * x[i], i < n.
real largest_of_row(const real* x, Index n, Vec sign) {
  Vec top(-infinity), bad(0);  // bad: a NaN stays in its lane
  for_parts(n, [&](Index i, Index m) {
    const Vec next = load(x + i, m) * sign;
    top = max(select(first_lanes(m), next, -infinity), top);
    bad = select(next == next, bad, next);
  });
  const real nan_or_0 = sum(bad);
  return std::isnan(nan_or_0) ? nan_or_0 : largest_lane(top);
}

// The first i < n where x[i] is that value; exact in a real for n <= grain::chunk.
real first_place(const real* x, Index n, real value) {
  const Vec wanted(value);
  Vec place(n);
  for (Index i = (n - 1) / Vec::width * Vec::width; i >= 0; i -= Vec::width) {  // the first is last
    const Index m = std::min<Index>(Vec::width, n - i);
    const Mask here = is_equal(load(x + i, m), wanted) && first_lanes(m);
    place = select(here, lane_numbers() + i, place);
  }
  return -largest_lane(-place);
}

// Both for each column.
[[gnu::noinline]] void largest_of_columns(real* best, real* place, const real* x, Strip strip,
                                          Vec sign) {
  for_parts(strip.count, [&](Index k, Index m) {
    store(best + k, load(x + strip.at + k, m) * sign);
    store(place + k, Vec(0));
  });
  const Index rows = strip.rows_at_a_time();
  for (Index i = 1; i < strip.n; i += rows) {
    const Index end = std::min(strip.n, i + rows);
    for_parts(strip.count, [&](Index k, Index m) {
      Vec top = load(best + k), first = load(place + k);
      for (Index j = i; j < end; ++j) {
        const Vec next = load(x + strip.at + j * strip.step + k, m) * sign;
        const Mask larger = is_larger(next, top);
        top = select(larger, next, top);
        first = select(larger, j, first);
      }
      store(best + k, top);
      store(place + k, first);
    });
  }
}

}  // namespace

// y[o, k] = the largest sign * x[o, i, k], times sign;  index[o, k] = the first i where it is
void Cpu::max(real* y, Index* index, const real* x, Axis axis, Extreme which) {
  const int sign = which == Extreme::largest ? 1 : -1;
  const Strips strips(axis, false);
  const Index results = axis.outer * axis.inner;
  const Vec signs(sign);
  const Scratch tops(strips.chunks * results), places(strips.chunks * results);
  // 1. The largest of each chunk.
  for_strips(strips, [&](const Strip& strip) {
    real* const top = tops.data() + strip.chunk * results + strip.result;
    real* const place = places.data() + strip.chunk * results + strip.result;
    if (strip.rows) {
      for (Index r = 0; r < strip.count; ++r) {
        const real* const row = x + strip.at + r * strip.step;
        top[r] = largest_of_row(row, strip.n, signs);
        if (index == nullptr) continue;
        place[r] = first_place(row, strip.n, top[r] * static_cast<real>(sign));
      }
      return;
    }
    StripResults best, first;
    largest_of_columns(best.of, first.of, x, strip, signs);
    std::copy(best.of, best.of + strip.count, top);
    std::copy(first.of, first.of + strip.count, place);
  });
  // 2. The largest of the chunks.
  parallel_for(results, strips.chunks * results, [&](Index r) {
    Index largest = 0;
    for (Index c = 1; c < strips.chunks; ++c) {
      if (is_larger(tops.data()[c * results + r], tops.data()[largest * results + r])) largest = c;
    }
    const Index at = largest * results + r;
    if (y != nullptr) y[r] = static_cast<real>(sign) * tops.data()[at];
    if (index != nullptr) {
      index[r] = largest * strips.length + static_cast<Index>(places.data()[at]);
    }
  });
}

// dx += dy / ties where x == y, or where both are NaN
void Cpu::max_backward_ties(Output dx, const real* dy, const real* x, const real* y, Axis axis) {
  // 1. how many there are
  const Scratch scratch(axis.outer * axis.inner);
  real* const ties = scratch.data();
  sum_terms({ties, true}, axis, 1, [=](const Place& place) {
    return select(is_equal(place.of(x), place.of_result(y)), 1, 0);
  });
  // 2. their shares
  spread_terms(dx, axis, [=](const Place& place) {
    const Vec share = place.of_result(dy) / place.of_result(ties);
    return select(is_equal(place.of(x), place.of_result(y)), share, 0);
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
