// softmax_tall_cpu.cpp: softmax, log_softmax and logsumexp over columns that no cache holds, on the
// CPU: each pass goes through all of x in the order of memory, and threads share its tiles. The
// sums have the terms and the order of those in softmax_columns_cpu.cpp.
#include <cmath>
#include <limits>

#include "backend/cpu/tile.h"
#include "backend/cpu/vec_math.h"
#include "backend/scratch.h"
#include "ops/softmax_columns_cpu.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

// Fetches into the second cache what the sums read eight rows later: one row after the other, which
// the hardware does not see as one stream.
void prefetch_rows(const Position& position, const real* x, Index step) {
  __builtin_prefetch(x + position.at + 8 * step, 0, 2);
}

bool is_finite(real x) { return std::abs(x) < std::numeric_limits<real>::infinity(); }

// A number for each column.
class ColumnResults {
 public:
  explicit ColumnResults(Axis axis) : size_(axis.outer * axis.inner), scratch_(size_) {}
  real* data() const { return scratch_.data(); }
  Index size() const { return size_; }
  real& operator[](Index k) const { return data()[k]; }

 private:
  Index size_;
  Scratch scratch_;
};

// 1. part(results, tile): the results of a tile of some rows, for all tiles. 2. Those of a column,
// by combine(next, before).
template <class Part, class Combine>
void reduce_columns(const ColumnResults& y, Axis axis, Part part, Combine combine) {
  const Tiles tiles = Tiles::of_tall_columns(axis);
  const Index results = y.size();
  const Scratch parts(tiles.chunks * results);
  for_tiles(tiles, [=, parts = parts.data()](const Tile& tile) {
    TileResults here;
    part(here.of, tile);
    std::copy(here.of, here.of + tile.count, parts + tile.chunk * results + tile.result);
  });
  constexpr Index group = 256;
  parallel_for((results + group - 1) / group, tiles.chunks * results, [&](Index number) {
    const Index first = number * group, count = std::min(group, results - first);
    real* const total = y.data() + first;
    std::copy(parts.data() + first, parts.data() + first + count, total);
    for (Index c = 1; c < tiles.chunks; ++c) {
      const real* const next = parts.data() + c * results + first;
      for_each_vec(count, [&](Index k, Index lanes) {
        store(total + k, combine(load(next + k, lanes), load(total + k, lanes)), lanes);
      });
    }
  });
}

// The largest element of each column, -inf without one; a NaN is passed over.
void largest(const ColumnResults& y, const real* x, Axis axis) {
  const auto part = [=](real* best, const Tile& tile) {
    for_each_vec(tile.count, [&](Index k, Index) {
      store(best + k, Vec(-std::numeric_limits<real>::infinity()));
    });
    tile.for_each_in_columns([&](const Position& position) {
      real* const here = best + position.in_tile;
      store(here, max(position.load(x), load(here)));
    });
  };
  reduce_columns(y, axis, part, [](Vec next, Vec best) { return max(next, best); });
}

// The sum of term(position) of each column.
template <class Term>
void sum(const ColumnResults& y, Axis axis, Term term) {
  const auto part = [=](real* total, const Tile& tile) { tile.sum_columns(total, term); };
  reduce_columns(y, axis, part, [](Vec next, Vec total) { return total + next; });
}

// body(position) for all elements
template <class Body>
void for_each(Axis axis, Body body) {
  for_tiles(Tiles::of_tall_columns(axis),
            [=](const Tile& tile) { tile.for_each_in_columns(body); });
}

// Results of the columns at a position, for terms: a pointer, which a copy of a term can share.
struct At {
  const real* of;
  Vec operator()(const Position& position) const { return position.load_result(of); }
};

}  // namespace

// y = e^x / sum e^x
void softmax_tall(real* y, const real* x, Axis axis) {
  // 1. the largest
  const ColumnResults top(axis), total(axis);
  largest(top, x, axis);
  // 2. e^(x - largest), and its sum
  sum(total, axis, [=, top = At{top.data()}](const Position& position) {
    prefetch_rows(position, x, axis.inner);
    const Vec e = exp_of_negative(position.load(x) - top(position));
    position.store(y, e);
    return e;
  });
  // 3. divided by the sum
  for (Index k = 0; k < total.size(); ++k) total[k] = 1 / total[k];
  for_each(axis, [=, factor = At{total.data()}](const Position& position) {
    position.store(y, position.load(y) * factor(position));
  });
}

// dx += y (dy - sum dy y)
void softmax_backward_tall(Output dx, const real* dy, const real* y, Axis axis) {
  // 3. sum dy y
  const ColumnResults total(axis);
  sum(total, axis, [=](const Position& position) { return position.load(dy) * position.load(y); });
  // 2. dx
  for_each(axis, [=, total = At{total.data()}](const Position& position) {
    position.add(dx, position.load(y) * (position.load(dy) - total(position)));
  });
}

// y = x - log sum e^x
void log_softmax_tall(real* y, const real* x, Axis axis) {
  // 1. the largest
  const ColumnResults top(axis), total(axis);
  largest(top, x, axis);
  // 2. log sum e^(x - largest)
  sum(total, axis, [=, top = At{top.data()}](const Position& position) {
    prefetch_rows(position, x, axis.inner);
    return exp_of_negative(position.load(x) - top(position));
  });
  for_each_vec(total.size(), [&](Index k, Index lanes) {
    store(total.data() + k, log(load(total.data() + k, lanes)), lanes);
  });
  // 3. y
  for_each(axis, [=, top = At{top.data()}, log_sum = At{total.data()}](const Position& position) {
    position.store(y, position.load(x) - top(position) - log_sum(position));
  });
}

// dx += dy - e^y sum dy
void log_softmax_backward_tall(Output dx, const real* dy, const real* y, Axis axis) {
  // 3. sum dy
  const ColumnResults total(axis);
  sum(total, axis, [=](const Position& position) { return position.load(dy); });
  // 2. dx
  for_each(axis, [=, total = At{total.data()}](const Position& position) {
    position.add(dx, position.load(dy) - exp_of_negative(position.load(y)) * total(position));
  });
}

// y = log sum e^x
void logsumexp_tall(real* y, const real* x, Axis axis) {
  // 1. the largest; shift: what is subtracted, the largest where it is finite
  const ColumnResults top(axis), shift(axis), total(axis);
  largest(top, x, axis);
  for (Index k = 0; k < top.size(); ++k) shift[k] = is_finite(top[k]) ? top[k] : 0;
  // 2. log sum e^(x - shift); where +inf is the largest, what counts is only whether there is a NaN
  sum(total, axis, [=, shift = At{shift.data()}](const Position& position) {
    prefetch_rows(position, x, axis.inner);
    return exp_of_negative(min(Vec(0), position.load(x) - shift(position)));
  });
  for_each_vec(total.size(), [&](Index k, Index lanes) {
    store(y + k, load(top.data() + k, lanes) + log(load(total.data() + k, lanes)), lanes);
  });
}

// dx += dy e^x / sum e^x;  dy e^(x - y) where y is infinite
void logsumexp_backward_tall(Output dx, const real* dy, const real* x, const real* y, Axis axis) {
  // 1. the largest. y would do, but it is rounded
  const ColumnResults shift(axis), total(axis);
  largest(shift, x, axis);
  for (Index k = 0; k < shift.size(); ++k) shift[k] = is_finite(y[k]) ? shift[k] : y[k];
  // 2. sum e^(x - shift), and the factor dy / that sum
  const auto e = [=, shift = At{shift.data()}](const Position& position) {
    prefetch_rows(position, x, axis.inner);
    return exp_of_negative(position.load(x) - shift(position));
  };
  sum(total, axis, e);
  for (Index k = 0; k < total.size(); ++k) total[k] = is_finite(y[k]) ? dy[k] / total[k] : dy[k];
  for_each(axis, [=, factor = At{total.data()}](const Position& position) {
    position.add(dx, e(position) * factor(position));
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
