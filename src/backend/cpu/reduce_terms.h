// reduce_terms.h: the sums over an Axis of which the kernels of sum, var and the ties of max are
// made, and their backward. A term is a function from a Position to a Vec, and holds pointers only.
#pragma once

#include "backend/cpu/tile.h"
#include "backend/scratch.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// y = or += factor total
inline void finish(Output y, Index at, double total, double factor) {
  const real value = static_cast<real>(factor * total);
  y.data[at] = y.overwrite ? value : y.data[at] + value;
}

/// y[o, k] = or += factor sum_i term(position of o, i, k)
template <class Term>
void sum_terms(Output y, Axis axis, double factor, Term term) {
  const Tiles tiles(axis);
  if (tiles.chunks == 1) {
    for_tiles(tiles, [&](const Tile& tile) {
      TileResults total;
      tile.sum(total.of, term);
      for (Index j = 0; j < tile.count; ++j) finish(y, tile.result + j, total.of[j], factor);
    });
    return;
  }
  // 1. The sum of each chunk.
  const Index results = axis.outer * axis.inner;
  const Scratch partial_sums(tiles.chunks * results);
  for_tiles(tiles, [&](const Tile& tile) {
    TileResults total;
    tile.sum(total.of, term);
    std::copy(total.of, total.of + tile.count,
              partial_sums.data() + tile.chunk * results + tile.result);
  });
  // 2. The sum of the chunks, in their order.
  const Index groups = (results + Tile::max_results - 1) / Tile::max_results;
  parallel_for(groups, tiles.chunks * results, [&](Index group) {
    const Index first = group * Tile::max_results,
                count = std::min(Tile::max_results, results - first);
    double total[Tile::max_results];
    std::fill(total, total + count, 0);
    for (Index c = 0; c < tiles.chunks; ++c) {
      const real* const part = partial_sums.data() + c * results + first;
      for (Index j = 0; j < count; ++j) total[j] += part[j];
    }
    for (Index j = 0; j < count; ++j) finish(y, first + j, total[j], factor);
  });
}

/// dx[o, i, k] = or += term(position of o, i, k)
template <class Term>
void add_terms(Output dx, Axis axis, Term term) {
  for_tiles(Tiles(axis), [=](const Tile& tile) {
    tile.for_each([&](const Position& position) { position.add(dx, term(position)); });
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
