// reduce_max_cpu.cpp: max, min, argmax on the CPU, and how equal elements share a gradient.
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
  for_each_vec(n, [&](Index i, Index lanes) {
    const Vec next = load(x + i, lanes) * sign;
    top = max(select(first_lanes(lanes), next, -infinity), top);
    bad = select(next == next, bad, next);
  });
  const real nan_or_0 = sum(bad);
  return std::isnan(nan_or_0) ? nan_or_0 : largest_lane(top);
}

// The first i < n where x[i] is that value; exact in a real for n <= grain::chunk.
real first_index(const real* x, Index n, real value) {
  const Vec wanted(value);
  Vec index(n);
  for (Index i = (n - 1) / Vec::width * Vec::width; i >= 0; i -= Vec::width) {  // the first is last
    const Index lanes = std::min<Index>(Vec::width, n - i);
    const Mask here = is_equal(load(x + i, lanes), wanted) && first_lanes(lanes);
    index = select(here, lane_numbers() + i, index);
  }
  return -largest_lane(-index);
}

// Both for each column.
[[gnu::noinline]] void largest_of_columns(real* best, real* index, const real* x, Tile tile,
                                          Vec sign) {
  for_each_vec(tile.count, [&](Index k, Index lanes) {
    store(best + k, load(x + tile.at + k, lanes) * sign);
    store(index + k, Vec(0));
  });
  const Index rows = tile.rows_at_a_time();
  for (Index i = 1; i < tile.n; i += rows) {
    const Index end = std::min(tile.n, i + rows);
    for_each_vec(tile.count, [&](Index k, Index lanes) {
      Vec top = load(best + k), first = load(index + k);
      for (Index j = i; j < end; ++j) {
        const Vec next = load(x + tile.at + j * tile.step + k, lanes) * sign;
        const Mask larger = is_larger(next, top);
        top = select(larger, next, top);
        first = select(larger, j, first);
      }
      store(best + k, top);
      store(index + k, first);
    });
  }
}

}  // namespace

// y[o, k] = the largest sign * x[o, i, k], times sign;  index[o, k] = the first i where it is
void Cpu::max(real* y, Index* index, const real* x, Axis axis, Extreme which) {
  const int sign = which == Extreme::largest ? 1 : -1;
  const Tiles tiles(axis);
  const Index results = axis.outer * axis.inner;
  const Vec signs(sign);
  const Scratch tops(tiles.chunks * results), indices(tiles.chunks * results);
  // 1. The largest of each chunk.
  for_tiles(tiles, [&](const Tile& tile) {
    real* const top = tops.data() + tile.chunk * results + tile.result;
    real* const first = indices.data() + tile.chunk * results + tile.result;
    if (tile.rows) {
      for (Index r = 0; r < tile.count; ++r) {
        const real* const row = x + tile.at + r * tile.step;
        top[r] = largest_of_row(row, tile.n, signs);
        if (index == nullptr) continue;
        first[r] = first_index(row, tile.n, top[r] * static_cast<real>(sign));
      }
      return;
    }
    TileResults best, first_index;
    largest_of_columns(best.of, first_index.of, x, tile, signs);
    std::copy(best.of, best.of + tile.count, top);
    std::copy(first_index.of, first_index.of + tile.count, first);
  });
  // 2. The largest of the chunks.
  parallel_for(results, tiles.chunks * results, [&](Index r) {
    Index largest = 0;
    for (Index c = 1; c < tiles.chunks; ++c) {
      if (is_larger(tops.data()[c * results + r], tops.data()[largest * results + r])) largest = c;
    }
    const Index at = largest * results + r;
    if (y != nullptr) y[r] = static_cast<real>(sign) * tops.data()[at];
    if (index != nullptr) {
      index[r] = largest * tiles.length + static_cast<Index>(indices.data()[at]);
    }
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
  add_terms_of_array(dx, axis, [=](const Position& position) {
    const Vec share = position.load_result(dy) / position.load_result(ties);
    return select(is_equal(position.load(x), position.load_result(y)), share, 0);
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
