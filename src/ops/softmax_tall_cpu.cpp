// softmax_tall_cpu.cpp: softmax, log_softmax and logsumexp over columns that no cache holds, on the
// CPU. Memory is what they wait for; so x is read once for the largest elements and the sums, the
// passes 1 and 2 of softmax_columns_cpu.cpp, and once more for what is written.
#include <cmath>
#include <limits>

#include "backend/cpu/reduce_terms.h"
#include "backend/cpu/vec_math.h"
#include "ops/softmax_columns_cpu.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {
namespace {

constexpr real infinity = std::numeric_limits<real>::infinity();
constexpr real step = Coefficients<real>::step;  // e^x = step exp_scaled(x)

// Fetches into the second cache what is read some rows later: one row after the other, which the
// hardware does not see as one stream.
void prefetch_second(const real* x) { __builtin_prefetch(x, 0, 2); }

Mask is_finite(Vec x) { return abs(x) < infinity; }
Vec finite_or_0(Vec x) { return select(is_finite(x), x, 0); }

// For each column of a tile: some number, the shift, and the sum of e^(x - shift); of e^x where the
// shift is infinite.
class Chunk {
 public:
  TileResults shift, total;

  // The shift is the first row: so one read does. Where a term is too far from it, it is the
  // largest, after a second read of a tile that is in a cache by then.
  Chunk(const Tile& tile, const real* x) {
    if (!add_from_first(tile, x)) add_from_largest(tile, x);
  }

 private:
  // Whether no term is too far from the first row.
  bool add_from_first(const Tile& tile, const real* x) {
    for_each_vec(tile.count, [&](Index k, Index lanes) {
      store(shift.of + k, load(x + tile.at + k, lanes));
      store(total.of + k, Vec(0));
    });
    Vec::Bits distances{};
    Index i = 0;
    for (; i + 8 <= tile.n; i += 8) add_rows<8>(distances, tile, i, x);
    for (; i < tile.n; ++i) add_rows<1>(distances, tile, i, x);
    Vec::Word farthest = 0;
    for (int j = 0; j < Vec::width; ++j) farthest |= distances[j];
    Vec largest(0);
    for_each_vec(tile.count, [&](Index k, Index) {
      const Vec sum = step * load(total.of + k);
      largest = max(sum, largest);
      store(total.of + k, sum);
    });
    return farthest < ScaledExp::reach && largest_lane(largest) < infinity;
  }

  // The rows i ... i + rows - 1, their terms as a tree.
  template <int rows>
  [[gnu::always_inline]] void add_rows(Vec::Bits& distances, const Tile& tile, Index i,
                                       const real* x) {
    Vec::Bits joined = distances;
    for_each_vec(tile.count, [&](Index k, Index lanes) {
      const real* const from = x + tile.at + i * tile.step + k;
      const Vec first = load(shift.of + k);
      Vec e[rows];
#pragma GCC unroll 8
      for (Index j = 0; j < rows; ++j) {
        prefetch_second(from + (j + 16) * tile.step);
        const ScaledExp exponential(load(from + j * tile.step, lanes) - first);
        joined |= exponential.distance();
        e[j] = exponential.value();
      }
#pragma GCC unroll 3
      for (int half = rows / 2; half > 0; half /= 2) {
#pragma GCC unroll 4
        for (int j = 0; j < half; ++j) e[j] += e[j + half];
      }
      store(total.of + k, load(total.of + k) + e[0]);
    });
    distances = joined;
  }

  // The shift is the largest, -inf without one; a NaN is passed over.
  [[gnu::noinline]] void add_from_largest(const Tile& tile, const real* x) {
    for_each_vec(tile.count, [&](Index k, Index) { store(shift.of + k, Vec(-infinity)); });
    tile.for_each_in_columns([&](const Position& at) {
      real* const best = shift.of + at.in_tile;
      store(best, max(load(x + at.at, at.lanes, -infinity), load(best)));
    });
    tile.sum_columns(total.of, [&](const Position& at) {
      const Vec zero = finite_or_0(at.load_tile_result(shift.of));
      return exp_of_negative(min(Vec(0), at.load(x) - zero));
    });
  }
};

// A number for each column.
class ColumnResults {
 public:
  explicit ColumnResults(Axis axis) : size_(axis.outer * axis.inner), scratch_(size_) {}
  real* data() const { return scratch_.data(); }
  Index size() const { return size_; }
  /// Each becomes f(it).
  template <class F>
  void change(F f) const {
    for_each_vec(
        size_, [&](Index k, Index lanes) { store(data() + k, f(load(data() + k, lanes)), lanes); });
  }

 private:
  Index size_;
  Scratch scratch_;
};

// Results of the columns at a position, for terms: a pointer, which a copy of a term can share.
struct At {
  const real* of;
  Vec operator()(const Position& position) const { return position.load_result(of); }
};

// log sum e^x = y + rest for each column: the rest is what the rounding of y took away, NaN where y
// is infinite.
void log_sum(real* y, real* rest, const real* x, Axis axis) {
  // 1. the shifts and totals of the chunks
  const Tiles tiles = Tiles::of_tall_columns(axis);
  const Index results = axis.outer * axis.inner, parts = tiles.chunks * results;
  const Scratch shifts(parts), totals(parts);
  for_tiles(tiles, [=, shifts = shifts.data(), totals = totals.data()](const Tile& tile) {
    const Chunk chunk(tile, x);
    const Index part = tile.chunk * results + tile.result;
    std::copy(chunk.shift.of, chunk.shift.of + tile.count, shifts + part);
    std::copy(chunk.total.of, chunk.total.of + tile.count, totals + part);
  });
  // 2. those of the columns: from those of the chunks, in their order
  constexpr Index group = 64;
  parallel_for((results + group - 1) / group, parts, [&](Index number) {
    const Index first = number * group, count = std::min(group, results - first);
    alignas(Vec) real top[group], part[group];
    double total[group] = {};
    std::fill(top, top + group, -infinity);
    for (Index at = first; at < parts; at += results) {
      for_each_vec(count, [&](Index k, Index lanes) {
        store(top + k, max(load(shifts.data() + at + k, lanes), load(top + k)));
      });
    }
    for (Index at = first; at < parts; at += results) {
      for_each_vec(count, [&](Index k, Index lanes) {
        const Vec below = load(shifts.data() + at + k, lanes) - finite_or_0(load(top + k));
        const Vec factor = exp_of_negative(min(Vec(0), below));
        store(part + k, load(totals.data() + at + k, lanes) * factor);
      });
      for (Index k = 0; k < count; ++k) total[k] += part[k];
    }
    for (Index k = 0; k < count; ++k) {
      const double above = std::log(total[k]);
      y[first + k] = static_cast<real>(top[k] + above);
      rest[first + k] = static_cast<real>((top[k] - double{y[first + k]}) + above);
    }
  });
}

}  // namespace

// y = e^x / sum e^x = e^(x - log sum e^x)
void softmax_tall(real* y, const real* x, Axis axis) {
  // 1. and 2. log sum e^x, of which e^-rest is a factor
  const ColumnResults log_total(axis), factor(axis);
  log_sum(log_total.data(), factor.data(), x, axis);
  factor.change([](Vec rest) { return exp(-rest) * step; });
  // 3. y
  add_terms_of_array(
      {y, true}, axis,
      [=, log_total = At{log_total.data()}, factor = At{factor.data()}](const Position& at) {
        prefetch_second(x + at.at + 8 * axis.inner);
        return exp_scaled(at.load(x) - log_total(at)) * factor(at);
      });
}

// dx += y (dy - sum dy y)
void softmax_backward_tall(Output dx, const real* dy, const real* y, Axis axis) {
  // 3. sum dy y
  const ColumnResults total(axis);
  sum_terms({total.data(), true}, axis, 1,
            [=](const Position& at) { return at.load(dy) * at.load(y); });
  // 2. and 1. dx
  add_terms_of_array(dx, axis, [=, total = At{total.data()}](const Position& at) {
    return at.load(y) * (at.load(dy) - total(at));
  });
}

// y = x - log sum e^x
void log_softmax_tall(real* y, const real* x, Axis axis) {
  // 1. and 2. log sum e^x
  const ColumnResults log_total(axis), rest(axis);
  log_sum(log_total.data(), rest.data(), x, axis);
  // 3. y
  add_terms_of_array({y, true}, axis,
                     [=, log_total = At{log_total.data()}, rest = At{rest.data()}](
                         const Position& at) { return at.load(x) - log_total(at) - rest(at); });
}

// dx += dy - e^y sum dy
void log_softmax_backward_tall(Output dx, const real* dy, const real* y, Axis axis) {
  // 3. sum dy
  const ColumnResults total(axis);
  sum_terms({total.data(), true}, axis, 1, [=](const Position& at) { return at.load(dy); });
  // 2. and 1. dx
  add_terms_of_array(dx, axis, [=, total = At{total.data()}](const Position& at) {
    return at.load(dy) - exp_of_negative(at.load(y)) * total(at);
  });
}

// y = log sum e^x
void logsumexp_tall(real* y, const real* x, Axis axis) {
  log_sum(y, ColumnResults(axis).data(), x, axis);
}

// dx += dy e^(x - y - rest);  dy e^(x - y) where y is infinite
void logsumexp_backward_tall(Output dx, const real* dy, const real* x, const real* y, Axis axis) {
  // 1. and 2. the rest, since y is rounded; of which dy e^-rest is a factor
  const ColumnResults log_total(axis), factor(axis);
  log_sum(log_total.data(), factor.data(), x, axis);
  for_each_vec(factor.size(), [&](Index k, Index lanes) {
    const Vec sum = load(y + k, lanes), d = load(dy + k, lanes);
    const Vec rest = exp(-load(factor.data() + k, lanes));
    store(factor.data() + k, select(is_finite(sum), d * rest, select(sum == sum, d, sum)), lanes);
  });
  // dx
  add_terms_of_array(dx, axis, [=, y = At{y}, factor = At{factor.data()}](const Position& at) {
    prefetch_second(x + at.at + 8 * axis.inner);
    return exp_scaled(at.load(x) - y(at)) * step * factor(at);
  });
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
