// softmax_columns_cpu.cpp: softmax, log_softmax and logsumexp over columns on the CPU: the passes
// of softmax_cpu.cpp, each row by row over a tile of columns that fits the cache.
// softmax_tall_cpu.cpp has the columns that no cache holds.
#include <limits>

#include "backend/cpu/tile.h"
#include "backend/cpu/vec_math.h"
#include "ops/softmax_columns_cpu.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

constexpr real infinity = std::numeric_limits<real>::infinity();

// The largest element of each result, -inf without one; a NaN is passed over.
[[gnu::noinline]] void largest_of_columns(TileResults& largest, Tile tile, const real* x) {
  for_each_vec(tile.count, [&](Index k, Index) { store(largest.of + k, Vec(-infinity)); });
  const Index rows = tile.rows_at_a_time();
  for (Index i = 0; i < tile.n; i += rows) {
    const Index end = std::min(tile.n, i + rows);
    for_each_vec(tile.count, [&](Index k, Index lanes) {
      Vec best = load(largest.of + k);
      for (Index j = i; j < end; ++j) {
        best = max(load(x + tile.at + j * tile.step + k, lanes), best);
      }
      store(largest.of + k, best);
    });
  }
}

// Each result y becomes f(y).
template <class F>
void change(TileResults& results, const Tile& tile, F f) {
  for_each_vec(tile.count, [&](Index j, Index lanes) {
    store(results.of + j, f(load(results.of + j, lanes)), lanes);
  });
}

// y = e^x / sum e^x
void softmax_tile(real* y, const real* x, const Tile& tile) {
  TileResults largest, total;
  // 1. the largest
  largest_of_columns(largest, tile, x);
  // 2. e^(x - largest), and its sum
  tile.sum_columns(total.of, [&](const Position& position) {
    position.prefetch_next(x);
    position.prefetch_next_to_write(y);
    const Vec e = exp_of_negative(position.load(x) - position.load_tile_result(largest.of));
    position.store(y, e);
    return e;
  });
  // 3. divided by the sum
  change(total, tile, [](Vec t) { return 1 / t; });
  tile.for_each_in_columns([&](const Position& position) {
    position.store(y, position.load(y) * position.load_tile_result(total.of));
  });
}

// dx += y (dy - sum dy y)
[[gnu::noinline]] void softmax_backward_tile(Output dx, const real* dy, const real* y, Tile tile) {
  TileResults total;
  // 3. sum dy y
  tile.sum_columns(total.of, [&](const Position& position) {
    position.prefetch_next_to_write(dx.data);
    return position.load(dy) * position.load(y);
  });
  // 2. dx
  tile.for_each_in_columns([&](const Position& position) {
    position.prefetch_next(dy);
    position.prefetch_next(y);
    position.add(dx, position.load(y) * (position.load(dy) - position.load_tile_result(total.of)));
  });
}

// y = x - log sum e^x
void log_softmax_tile(real* y, const real* x, const Tile& tile) {
  TileResults largest, total;
  // 1. the largest
  largest_of_columns(largest, tile, x);
  // 2. log sum e^(x - largest)
  tile.sum_columns(total.of, [&](const Position& position) {
    position.prefetch_next(x);
    position.prefetch_next_to_write(y);
    return exp_of_negative(position.load(x) - position.load_tile_result(largest.of));
  });
  change(total, tile, [](Vec t) { return log(t); });
  // 3. y
  tile.for_each_in_columns([&](const Position& position) {
    position.store(y, position.load(x) - position.load_tile_result(largest.of) -
                          position.load_tile_result(total.of));
  });
}

// dx += dy - e^y sum dy
void log_softmax_backward_tile(Output dx, const real* dy, const real* y, const Tile& tile) {
  TileResults total;
  // 3. sum dy
  tile.sum_columns(total.of, [&](const Position& position) {
    position.prefetch_next_to_write(dx.data);
    return position.load(dy);
  });
  // 2. dx
  tile.for_each_in_columns([&](const Position& position) {
    position.prefetch_next(dy);
    position.prefetch_next(y);
    position.add(dx, position.load(dy) -
                         exp_of_negative(position.load(y)) * position.load_tile_result(total.of));
  });
}

// y = log sum e^x
void logsumexp_tile(real* y, const real* x, const Tile& tile) {
  TileResults largest, shift, total;
  // 1. the largest; shift: what is subtracted, the largest where it is finite
  largest_of_columns(largest, tile, x);
  for_each_vec(tile.count, [&](Index j, Index lanes) {
    const Vec t = load(largest.of + j, lanes);
    store(shift.of + j, select(abs(t) < infinity, t, 0));
  });
  // 2. log sum e^(x - shift); where +inf is the largest, what counts is only whether there is a NaN
  tile.sum_columns(total.of, [&](const Position& position) {
    position.prefetch_next(x);
    return exp_of_negative(min(Vec(0), position.load(x) - position.load_tile_result(shift.of)));
  });
  for_each_vec(tile.count, [&](Index j, Index lanes) {
    store(y + tile.result + j, load(largest.of + j, lanes) + log(load(total.of + j, lanes)), lanes);
  });
}

// dx += dy e^x / sum e^x;  dy e^(x - y) where y is infinite
[[gnu::noinline]] void logsumexp_backward_tile(Output dx, const real* dy, const real* x,
                                               const real* y, Tile tile) {
  TileResults largest, total;
  // 1. the largest. y would do, but it is rounded
  largest_of_columns(largest, tile, x);
  for_each_vec(tile.count, [&](Index j, Index lanes) {
    const Vec value = load(y + tile.result + j, lanes);
    store(largest.of + j, select(abs(value) < infinity, load(largest.of + j, lanes), value));
  });
  // 2. sum e^(x - largest), and the factor dy / that sum
  tile.sum_columns(total.of, [&](const Position& position) {
    position.prefetch_next(x);
    position.prefetch_next_to_write(dx.data);
    return exp_of_negative(position.load(x) - position.load_tile_result(largest.of));
  });
  for_each_vec(tile.count, [&](Index j, Index lanes) {
    const Vec value = load(y + tile.result + j, lanes), d = load(dy + tile.result + j, lanes);
    store(total.of + j, select(abs(value) < infinity, d / load(total.of + j, lanes), d));
  });
  tile.for_each_in_columns([&](const Position& position) {
    position.add(dx, exp_of_negative(position.load(x) - position.load_tile_result(largest.of)) *
                         position.load_tile_result(total.of));
  });
}

}  // namespace

void softmax_columns(real* y, const real* x, Axis axis) {
  if (Tiles::tall(axis)) return softmax_tall(y, x, axis);
  for_tiles(Tiles::of_columns(axis), [=](const Tile& tile) { softmax_tile(y, x, tile); });
}

void softmax_backward_columns(Output dx, const real* dy, const real* y, Axis axis) {
  if (Tiles::tall(axis)) return softmax_backward_tall(dx, dy, y, axis);
  for_tiles(Tiles::of_columns(axis),
            [=](const Tile& tile) { softmax_backward_tile(dx, dy, y, tile); });
}

void log_softmax_columns(real* y, const real* x, Axis axis) {
  if (Tiles::tall(axis)) return log_softmax_tall(y, x, axis);
  for_tiles(Tiles::of_columns(axis), [=](const Tile& tile) { log_softmax_tile(y, x, tile); });
}

void log_softmax_backward_columns(Output dx, const real* dy, const real* y, Axis axis) {
  if (Tiles::tall(axis)) return log_softmax_backward_tall(dx, dy, y, axis);
  for_tiles(Tiles::of_columns(axis),
            [=](const Tile& tile) { log_softmax_backward_tile(dx, dy, y, tile); });
}

void logsumexp_columns(real* y, const real* x, Axis axis) {
  if (Tiles::tall(axis)) return logsumexp_tall(y, x, axis);
  for_tiles(Tiles::of_columns(axis), [=](const Tile& tile) { logsumexp_tile(y, x, tile); });
}

void logsumexp_backward_columns(Output dx, const real* dy, const real* x, const real* y,
                                Axis axis) {
  if (Tiles::tall(axis)) return logsumexp_backward_tall(dx, dy, x, y, axis);
  for_tiles(Tiles::of_columns(axis),
            [=](const Tile& tile) { logsumexp_backward_tile(dx, dy, x, y, tile); });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
