// softmax_columns_cpu.cpp: softmax, log_softmax and logsumexp over columns on the CPU: the passes
// of softmax_cpu.cpp, each row by row over a tile of columns that fits the cache.
#include <limits>

#include "backend/cpu/tile.h"
#include "backend/cpu/vec_math.h"
#include "backend/scratch.h"
#include "ops/softmax_columns_cpu.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

constexpr real infinity = std::numeric_limits<real>::infinity();

// What a kernel does: the passes that are due, over one tile. The largest element and the sum of
// each column are there for all tiles of it.
struct Passes {
  Tile tile;
  real *largest, *total;
  bool first, second, third;
};

// The largest element of each result, -inf without one; a NaN is passed over.
void largest_of_columns(real* largest, const Tile& tile, const real* x) {
  for_each_vec(tile.count, [&](Index k, Index) { store(largest + k, Vec(-infinity)); });
  const Index rows = tile.rows_at_a_time();
  for (Index i = 0; i < tile.n; i += rows) {
    const Index end = std::min(tile.n, i + rows);
    for_each_vec(tile.count, [&](Index k, Index lanes) {
      Vec best = load(largest + k);
      for (Index j = i; j < end; ++j) {
        best = max(load(x + tile.at + j * tile.step + k, lanes), best);
      }
      store(largest + k, best);
    });
  }
}

// f(k, lanes), a Vec, for each result of a tile
template <class F>
TileResults for_results(const Tile& tile, F f) {
  TileResults results;
  for_each_vec(tile.count,
               [&](Index k, Index lanes) { store(results.of + k, f(k, lanes), lanes); });
  return results;
}

// y = e^x / sum e^x
[[gnu::noinline]] void softmax_tile(real* y, const real* x, const Passes& passes) {
  const auto [tile, largest, total, first, second, third] = passes;
  // 1. the largest
  if (first) largest_of_columns(largest, tile, x);
  // 2. e^(x - largest), and its sum
  if (second) {
    tile.sum_columns(total, [&](const Position& position) {
      position.prefetch_next(x);
      position.prefetch_next_to_write(y);
      const Vec e = exp_of_negative(position.load(x) - position.load_tile_result(largest));
      position.store(y, e);
      return e;
    });
  }
  // 3. divided by the sum
  if (!third) return;
  const TileResults factor =
      for_results(tile, [&](Index k, Index lanes) { return 1 / load(total + k, lanes); });
  tile.for_each_in_columns([&](const Position& position) {
    position.store(y, position.load(y) * position.load_tile_result(factor.of));
  });
}

// dx += y (dy - sum dy y)
[[gnu::noinline]] void softmax_backward_tile(Output dx, const real* dy, const real* y,
                                             const Passes& passes) {
  const auto [tile, largest, total, first, second, third] = passes;
  // 3. sum dy y
  if (second) {
    tile.sum_columns(total, [&](const Position& position) {
      position.prefetch_next_to_write(dx.data);
      return position.load(dy) * position.load(y);
    });
  }
  // 2. dx
  if (!third) return;
  tile.for_each_in_columns([&](const Position& position) {
    position.prefetch_next(dy);
    position.prefetch_next(y);
    position.add(dx, position.load(y) * (position.load(dy) - position.load_tile_result(total)));
  });
}

// y = x - log sum e^x
[[gnu::noinline]] void log_softmax_tile(real* y, const real* x, const Passes& passes) {
  const auto [tile, largest, total, first, second, third] = passes;
  // 1. the largest
  if (first) largest_of_columns(largest, tile, x);
  // 2. log sum e^(x - largest)
  if (second) {
    tile.sum_columns(total, [&](const Position& position) {
      position.prefetch_next(x);
      position.prefetch_next_to_write(y);
      return exp_of_negative(position.load(x) - position.load_tile_result(largest));
    });
  }
  if (!third) return;
  const TileResults log_sum =
      for_results(tile, [&](Index k, Index lanes) { return log(load(total + k, lanes)); });
  // 3. y
  tile.for_each_in_columns([&](const Position& position) {
    position.store(y, position.load(x) - position.load_tile_result(largest) -
                          position.load_tile_result(log_sum.of));
  });
}

// dx += dy - e^y sum dy
[[gnu::noinline]] void log_softmax_backward_tile(Output dx, const real* dy, const real* y,
                                                 const Passes& passes) {
  const auto [tile, largest, total, first, second, third] = passes;
  // 3. sum dy
  if (second) {
    tile.sum_columns(total, [&](const Position& position) {
      position.prefetch_next_to_write(dx.data);
      return position.load(dy);
    });
  }
  // 2. dx
  if (!third) return;
  tile.for_each_in_columns([&](const Position& position) {
    position.prefetch_next(dy);
    position.prefetch_next(y);
    position.add(dx, position.load(dy) -
                         exp_of_negative(position.load(y)) * position.load_tile_result(total));
  });
}

// y = log sum e^x
[[gnu::noinline]] void logsumexp_tile(real* y, const real* x, const Passes& passes) {
  const auto [tile, largest, total, first, second, third] = passes;
  // 1. the largest
  if (first) largest_of_columns(largest, tile, x);
  // 2. sum e^(x - shift). The shift is the largest where that is finite; where +inf is the largest,
  //    what counts is only whether there is a NaN
  if (second) {
    const TileResults shift = for_results(tile, [&](Index k, Index lanes) {
      const Vec top = load(largest + k, lanes);
      return select(abs(top) < infinity, top, 0);
    });
    tile.sum_columns(total, [&](const Position& position) {
      position.prefetch_next(x);
      return exp_of_negative(min(Vec(0), position.load(x) - position.load_tile_result(shift.of)));
    });
  }
  // 3. the logarithm
  if (!third || tile.chunk != 0) return;
  for_each_vec(tile.count, [&](Index k, Index lanes) {
    store(y + tile.result + k, load(largest + k, lanes) + log(load(total + k, lanes)), lanes);
  });
}

// dx += dy e^x / sum e^x;  dy e^(x - y) where y is infinite
[[gnu::noinline]] void logsumexp_backward_tile(Output dx, const real* dy, const real* x,
                                               const real* y, const Passes& passes) {
  const auto [tile, largest, total, first, second, third] = passes;
  // 1. the largest. y would do, but it is rounded
  if (first) largest_of_columns(largest, tile, x);
  const TileResults shift = for_results(tile, [&](Index k, Index lanes) {
    const Vec value = load(y + tile.result + k, lanes);
    return select(abs(value) < infinity, load(largest + k, lanes), value);
  });
  // 2. sum e^(x - shift)
  if (second) {
    tile.sum_columns(total, [&](const Position& position) {
      position.prefetch_next(x);
      position.prefetch_next_to_write(dx.data);
      return exp_of_negative(position.load(x) - position.load_tile_result(shift.of));
    });
  }
  // 3. times the factor dy / that sum
  if (!third) return;
  const TileResults factor = for_results(tile, [&](Index k, Index lanes) {
    const Vec value = load(y + tile.result + k, lanes), d = load(dy + tile.result + k, lanes);
    return select(abs(value) < infinity, d / load(total + k, lanes), d);
  });
  tile.for_each_in_columns([&](const Position& position) {
    position.add(dx, exp_of_negative(position.load(x) - position.load_tile_result(shift.of)) *
                         position.load_tile_result(factor.of));
  });
}

// y[k] = combine(x[0][k], x[1][k] ...) of `count` results, in this order; x [chunks, results]
template <class Combine>
void combine_chunks(real* x, Index chunks, Index results, Combine combine) {
  constexpr Index group = 4 * Vec::width;
  parallel_for((results + group - 1) / group, chunks * results, [&](Index number) {
    const Index first = number * group;
    for_each_vec(std::min(group, results - first), [&](Index j, Index lanes) {
      real* const column = x + first + j;
      Vec y = load(column, lanes);
      for (Index c = 1; c < chunks; ++c) y = combine(load(column + c * results, lanes), y);
      store(column, y, lanes);
    });
  });
}

// kernel(passes) for all columns. Columns that fit a cache: all passes over a tile. Tall ones: the
// same pass over all tiles of them, which threads share.
template <class Kernel>
void for_columns(Axis axis, const Kernel& kernel) {
  const Tiles tiles(axis, true);
  if (tiles.chunks == 1) {
    return for_tiles(tiles, [&](const Tile& tile) {
      TileResults largest, total;
      kernel({tile, largest.of, total.of, true, true, true});
    });
  }
  const Index results = tiles.blocks * tiles.width;  // each block begins a register
  const Scratch largest(tiles.chunks * results), total(tiles.chunks * results);
  for_tiles(tiles, [&](const Tile& tile) {
    real* const part = largest.data() + tile.chunk * results + tile.block * tiles.width;
    kernel({tile, part, nullptr, true, false, false});
  });
  combine_chunks(largest.data(), tiles.chunks, results, [](Vec x, Vec y) { return max(x, y); });
  for_tiles(tiles, [&](const Tile& tile) {
    real* const part = total.data() + tile.chunk * results + tile.block * tiles.width;
    kernel({tile, largest.data() + tile.block * tiles.width, part, false, true, false});
  });
  combine_chunks(total.data(), tiles.chunks, results, [](Vec x, Vec y) { return y + x; });
  for_tiles(tiles, [&](const Tile& tile) {
    kernel({tile, largest.data() + tile.block * tiles.width,
            total.data() + tile.block * tiles.width, false, false, true});
  });
}

}  // namespace

void softmax_columns(real* y, const real* x, Axis axis) {
  for_columns(axis, [=](const Passes& passes) { softmax_tile(y, x, passes); });
}

void softmax_backward_columns(Output dx, const real* dy, const real* y, Axis axis) {
  for_columns(axis, [=](const Passes& passes) { softmax_backward_tile(dx, dy, y, passes); });
}

void log_softmax_columns(real* y, const real* x, Axis axis) {
  for_columns(axis, [=](const Passes& passes) { log_softmax_tile(y, x, passes); });
}

void log_softmax_backward_columns(Output dx, const real* dy, const real* y, Axis axis) {
  for_columns(axis, [=](const Passes& passes) { log_softmax_backward_tile(dx, dy, y, passes); });
}

void logsumexp_columns(real* y, const real* x, Axis axis) {
  for_columns(axis, [=](const Passes& passes) { logsumexp_tile(y, x, passes); });
}

void logsumexp_backward_columns(Output dx, const real* dy, const real* x, const real* y,
                                Axis axis) {
  for_columns(axis, [=](const Passes& passes) { logsumexp_backward_tile(dx, dy, x, y, passes); });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
